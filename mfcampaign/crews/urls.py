"""Addresses of Crews. All but the shared ones open for the owner alone; those of a Crew begun without an
account open for anybody who knows them."""

from django.urls import path

from mfcampaign.crews.views import builder, collection, lists, sheets

app_name = "crews"
urlpatterns = [
    path("", lists.crew_list, name="list"),
    path("new/", lists.new, name="new"),
    path("compare/", lists.compare, name="compare"),
    path("collection/", collection.collection, name="collection"),
    path("collection/text/", collection.collection_text, name="collection_text"),
    path("import/", lists.import_text, name="import"),
    path("s/<str:token>/", sheets.share, name="share"),
    path("s/<str:token>/text/", sheets.share_text, name="share_text"),
    path("<str:public_id>/", builder.crew, name="crew"),
    path("<str:public_id>/add/", builder.add, name="add"),
    path("<str:public_id>/remove/", builder.remove, name="remove"),
    path("<str:public_id>/undo/", builder.undo, name="undo"),
    path("<str:public_id>/fill/", builder.fill, name="fill"),
    path("<str:public_id>/cost/", builder.cost, name="cost"),
    path("<str:public_id>/keep/", builder.keep, name="keep"),
    path("<str:public_id>/card/<slug:slug>/", builder.card, name="card"),
    path("<str:public_id>/upgrade/", builder.upgrade, name="upgrade"),
    path("<str:public_id>/tried/", builder.tried, name="tried"),
    path("<str:public_id>/settings/", builder.settings, name="settings"),
    path("<str:public_id>/games/", sheets.games, name="games"),
    path("<str:public_id>/text/", sheets.text, name="text"),
    path("<str:public_id>/print/", sheets.print_sheet, name="print"),
    path("<str:public_id>/cards/", sheets.print_cards, name="cards"),
]
