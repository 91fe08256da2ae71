"""The only writers of the catalogue's rows."""

from mfcampaign.catalog.operations.charts import load_house_charts, upload_charts
from mfcampaign.catalog.operations.drafts import (
    copy_for,
    draft_of,
    forget_charts,
    fork_charts,
    freeze,
    put_chart,
    put_row,
    take_row_out,
)
from mfcampaign.catalog.operations.packs import (
    add_form,
    add_house,
    change_pack,
    create_pack,
    keep_state,
    put_back,
    remove_entry,
    set_card,
    set_figures,
    set_many,
)
from mfcampaign.catalog.operations.releases import LoadReport, load_earlier_release, load_release
from mfcampaign.catalog.operations.seasons import bring_season

__all__ = [
    "LoadReport",
    "add_form",
    "add_house",
    "bring_season",
    "change_pack",
    "copy_for",
    "create_pack",
    "draft_of",
    "forget_charts",
    "fork_charts",
    "freeze",
    "keep_state",
    "load_earlier_release",
    "load_house_charts",
    "load_release",
    "put_back",
    "put_chart",
    "put_row",
    "remove_entry",
    "set_card",
    "set_figures",
    "set_many",
    "take_row_out",
    "upload_charts",
]
