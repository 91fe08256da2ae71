"""The addresses of a league's charts."""

from django.urls import path

from mfcampaign.campaigns.charts import editing_views as charts_editing
from mfcampaign.campaigns.charts import views as charts

AT = "<slug:slug>/charts/"
SET = f"{AT}<int:chart_set>/"
urlpatterns = [
    path(AT, charts.charts, name="charts"),
    path(f"{AT}upload/", charts_editing.upload, name="charts_upload"),
    path(f"{AT}<int:chart_set>.json", charts.as_json, name="charts_json"),
    path(SET, charts.chart_set, name="chart_set"),
    path(f"{SET}use/", charts_editing.use, name="chart_use"),
    path(f"{SET}against/<int:other>/", charts.against, name="charts_compare"),
    path(f"{SET}<slug:chart>.csv", charts.as_csv, name="chart_csv"),
    path(f"{SET}<slug:chart>/", charts.chart, name="chart"),
    path(f"{SET}<slug:chart>/upload/", charts_editing.upload_chart, name="chart_upload"),
    path(f"{SET}<slug:chart>/new/", charts_editing.row, name="chart_row_new"),
    path(f"{SET}<slug:chart>/<int:number>/", charts_editing.row, name="chart_row"),
    path(f"{SET}<slug:chart>/<int:number>/out/", charts_editing.out, name="chart_row_out"),
]
