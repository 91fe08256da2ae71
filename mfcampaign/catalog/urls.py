"""Addresses of the catalogue, under ``/catalogue/``."""

from django.urls import path, register_converter

from mfcampaign.catalog.views import abilities, cards, house_cards, packs, reference, seasons


class KindConverter:
    """A card's kind as an address spells it."""

    regex = "model|upgrade"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class WrittenConverter:
    """A card's kind as the addresses of what is written on it spell it."""

    regex = "cards|upgrades"

    def to_python(self, value: str) -> str:
        return "model" if value == "cards" else "upgrade"

    def to_url(self, value: str) -> str:
        return "cards" if value == "model" else "upgrades"


register_converter(KindConverter, "cardkind")
register_converter(WrittenConverter, "written")

app_name = "catalog"
urlpatterns = [
    path("", cards.models, name="models"),
    path("models/<slug:slug>/", cards.model, name="model"),
    path("abilities/", abilities.abilities, name="abilities"),
    path("abilities/<slug:slug>/", abilities.abilities_of, name="abilities_of"),
    path("compare/<slug:slug>/", cards.compare, name="compare"),
    path("upgrades/", reference.upgrades, name="upgrades"),
    path("upgrades/<slug:slug>/", reference.upgrade, name="upgrade"),
    path("scenarios/", reference.scenarios, name="scenarios"),
    path("seasons/new/", seasons.new, name="season_new"),
    path("releases/", reference.releases, name="releases"),
    path("packs/", packs.packs, name="packs"),
    path("packs/new/", packs.new, name="pack_new"),
    path("packs/<int:pk>/", packs.pack, name="pack"),
    path("packs/<int:pk>/find/", packs.find, name="pack_find"),
    path("packs/<int:pk>/figures/", house_cards.figures, name="pack_figures"),
    path("packs/<int:pk>/<written:kind>/<slug:slug>/", house_cards.card, name="house_card"),
    path(
        "packs/<int:pk>/<written:kind>/<slug:slug>/card.json", house_cards.card_json, name="house_card_json"
    ),
    path(
        "packs/<int:pk>/<written:kind>/<slug:slug>/<slug:thing>/<int:number>/",
        house_cards.thing,
        name="house_thing",
    ),
    path("packs/<int:pk>/house/<cardkind:kind>/", packs.house, name="pack_house"),
    path("packs/<int:pk>/<cardkind:kind>/<slug:slug>/", packs.entry, name="pack_entry"),
    path("packs/<int:pk>/<cardkind:kind>/<slug:slug>/remove/", packs.remove, name="pack_remove"),
]
