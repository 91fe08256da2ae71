"""The only writers of the catalogue's rows."""

from mfcampaign.catalog.operations.charts import load_house_charts, upload_charts
from mfcampaign.catalog.operations.packs import (
    add_house,
    change_pack,
    create_pack,
    put_back,
    remove_entry,
    set_figures,
)
from mfcampaign.catalog.operations.releases import LoadReport, load_release

__all__ = [
    "LoadReport",
    "add_house",
    "change_pack",
    "create_pack",
    "load_house_charts",
    "load_release",
    "put_back",
    "remove_entry",
    "set_figures",
    "upload_charts",
]
