"""The addresses of leagues; each feature has its own."""

from mfcampaign.campaigns.aftermath import urls as aftermath
from mfcampaign.campaigns.arsenal import urls as arsenal
from mfcampaign.campaigns.charts import urls as charts
from mfcampaign.campaigns.costs import urls as costs
from mfcampaign.campaigns.divisions import urls as divisions
from mfcampaign.campaigns.forecast import urls as forecast
from mfcampaign.campaigns.game import urls as game
from mfcampaign.campaigns.history import urls as history
from mfcampaign.campaigns.league import urls as league
from mfcampaign.campaigns.next_season import urls as next_season
from mfcampaign.campaigns.opening import urls as opening
from mfcampaign.campaigns.organiser import urls as organiser
from mfcampaign.campaigns.pairing import urls as pairing
from mfcampaign.campaigns.playoffs import urls as playoffs
from mfcampaign.campaigns.points import urls as points
from mfcampaign.campaigns.restart import urls as restart
from mfcampaign.campaigns.rising import urls as rising
from mfcampaign.campaigns.rulings import urls as rulings
from mfcampaign.campaigns.settings import urls as settings
from mfcampaign.campaigns.transfer import urls as transfer
from mfcampaign.campaigns.week import urls as week

app_name = "campaigns"
urlpatterns = [
    *league.the_list,
    *opening.before_leagues,
    *transfer.before_leagues,
    *league.urlpatterns,
    *week.urlpatterns,
    *organiser.urlpatterns,
    *settings.urlpatterns,
    *opening.urlpatterns,
    *arsenal.urlpatterns,
    *charts.urlpatterns,
    *history.urlpatterns,
    *rulings.urlpatterns,
    *transfer.urlpatterns,
    *forecast.urlpatterns,
    *game.urlpatterns,
    *aftermath.urlpatterns,
    *pairing.urlpatterns,
    *playoffs.urlpatterns,
    *divisions.urlpatterns,
    *costs.urlpatterns,
    *next_season.urlpatterns,
    *points.urlpatterns,
    *restart.urlpatterns,
    *rising.urlpatterns,
    *arsenal.sheets,
]
