"""Hiring the Crew through its page, and that nobody but its owner learns of it before the reveal."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from mfcampaign.audit.models import Act
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.models import ArsenalModel, ArsenalUpgrade, Game
from mfcampaign.campaigns.scripted import choices, play
from tests.campaigns.game_pages import HTMX, at, count_an_act, crew_fields, plain, visitor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(league, in_process) -> Game:
    league.start()
    return league.games()[0]


def test_a_crew_is_tapped_together_handed_in_taken_back_and_revealed(game):
    mine, theirs = play.sides(game)
    me, them = visitor(mine.entry.user), visitor(theirs.entry.user)
    fields = crew_fields(mine)

    page = me.get(at(game, "crew"))
    assert page.status_code == 200
    assert page.context["page"].crew.leader_id == mine.entry.models.get(is_leader=True).pk, (
        "the Leader begins"
    )

    response = me.post(at(game, "crew"), fields | {"do": "save"})
    assert (response.status_code, response["Location"]) == (303, at(game, "crew"))
    mine.refresh_from_db()
    assert [m["model_id"] for m in mine.crew["members"]] == fields["model"]
    assert mine.crew_submitted_at is None

    done = me.post(at(game, "crew"), fields | {"do": "hand-in"})
    assert (done.status_code, done["Location"]) == (303, at(game))
    again = me.post(at(game, "crew"), fields | {"do": "hand-in"}, follow=True)
    assert "Your Crew is handed in." in again.content.decode(), "a second tap changes nothing and says so"
    assert me.get(at(game, "crew")).content.decode().count('type="checkbox"') == 0, "what is in is not edited"

    me.post(at(game, "act:take_back_crew"))
    mine.refresh_from_db()
    assert mine.crew_submitted_at is None
    me.post(at(game, "crew"), fields | {"do": "hand-in"})
    them.post(at(game, "crew"), crew_fields(theirs) | {"do": "hand-in"})
    game.refresh_from_db()
    assert game.state == Game.State.PLAYING
    assert me.get(at(game, "crew"))["Location"] == at(game), "revealed Crews stand"
    revealed = me.get(at(game)).content.decode()
    for model in (*mine.entry.models.filter(pk__in=fields["model"]), theirs.entry.models.first()):
        assert model.name in revealed or model.name.replace("'", "&#x27;") in revealed


def test_all_who_fit_are_hired_at_once(game):
    mine, _ = play.sides(game)
    me = visitor(mine.entry.user)
    assert b">Hire all<" in me.get(at(game, "crew")).content
    leader = mine.entry.models.get(is_leader=True)
    me.post(at(game, "crew"), {"model": [leader.pk], "leader": leader.pk, "do": "all"})
    answer = me.get(at(game, "crew"))
    page = answer.context["page"]
    assert page.report.legal
    assert len(page.crew.members) > 1
    assert not page.more, "nobody else may join"
    assert b">Hire all<" not in answer.content


def test_each_tap_is_kept_and_brings_the_sum_without_the_frame(game):
    mine, _ = play.sides(game)
    me = visitor(mine.entry.user)
    fields = crew_fields(mine)
    part = me.post(at(game, "crew"), fields, headers=HTMX)
    assert part.status_code == 200
    body = part.content.decode()
    assert "<html" not in body
    assert body.lstrip().startswith('<div id="crew"')
    report = part.context["page"].report
    assert report.legal
    assert f'crew-spent">{report.total.amount}<' in body
    mine.refresh_from_db()
    assert len(mine.crew["members"]) == len(fields["model"])
    back = me.get(at(game, "crew"), headers={**HTMX, "HX-History-Restore-Request": "true"})
    assert "<html" in back.content.decode(), "going back restores the whole page"


@pytest.mark.rule("M3E-HIRE-01", "M3E-HIRE-03", "SL-CREW-01")
def test_an_illegal_crew_comes_back_as_it_was_with_every_reason(game):
    mine, theirs = play.sides(game)
    me = visitor(mine.entry.user)
    stolen = theirs.entry.models.first().pk
    everything = list(mine.entry.models.values_list("pk", flat=True))
    Game.objects.filter(pk=game.pk).update(size=10)
    refused = me.post(at(game, "crew"), {"model": [*everything, stolen], "do": "hand-in"})
    assert refused.status_code == 422
    body = refused.content.decode()
    for rule in ("M3E-HIRE-01", "M3E-HIRE-03", "SL-CREW-01"):
        assert f'aria-label="Rule {rule}"' in body
    assert body.count(" checked") == len(everything), "what was tapped is still tapped"
    mine.refresh_from_db()
    assert mine.crew_submitted_at is None
    assert len(mine.crew["members"]) == len(everything) + 1
    unreadable = me.post(at(game, "crew"), {"model": ["x"], "do": "save"}, follow=True)
    assert "could not be read" in unreadable.content.decode()


def test_whoever_may_not_join_stands_last_with_the_reason(game):
    mine, _ = play.sides(game)
    leader = mine.entry.models.get(is_leader=True)
    dear = ArsenalModel.objects.create(
        entry=mine.entry, slug="", name="The Price of Everything", station="Minion", cost=90, hired_week=1
    )
    page = visitor(mine.entry.user).get(at(game, "crew")).context["page"]
    assert [row.model.id for row in page.illegal] == [dear.pk]
    assert [v.rule for v in page.illegal[0].reasons] == ["M3E-HIRE-03"]
    assert leader.pk in [row.model.id for row in page.legal]


@pytest.mark.rule("SL-CREW-03")
def test_an_upgrade_goes_on_its_bearer_and_stays_at_home_otherwise(game):
    mine, _ = play.sides(game)
    row = loading.charts(game.week.campaign).upgrades
    slug = next(u for u in row if u.category == "equipment" and not u.restricted)
    kit = ArsenalUpgrade.objects.create(
        entry=mine.entry, kind="equipment", slug=slug.slug, name=slug.name, gained_week=1, gained_how="barter"
    )
    me = visitor(mine.entry.user)
    fields = crew_fields(mine)
    bearer = fields["model"][0]
    me.post(at(game, "crew"), fields | {f"upgrade-{kit.pk}": bearer, "do": "save"})
    mine.refresh_from_db()
    borne = {m["model_id"]: m["upgrade_ids"] for m in mine.crew["members"]}
    assert borne[bearer] == [kit.pk]
    (item,) = me.get(at(game, "crew")).context["page"].kit
    assert item.bearer == bearer
    me.post(at(game, "crew"), fields | {f"upgrade-{kit.pk}": "", "do": "save"})
    mine.refresh_from_db()
    assert not any(m["upgrade_ids"] for m in mine.crew["members"])


def test_the_crown_alone_hires(game):
    mine, _ = play.sides(game)
    leader = choices.crew(mine).leader_id
    visitor(mine.entry.user).post(at(game, "crew"), {"leader": leader, "do": "save"})
    mine.refresh_from_db()
    assert [m["model_id"] for m in mine.crew["members"]] == [leader]


def test_a_size_is_proposed_agreed_and_never_above_the_ceiling(game):
    mine, theirs = play.sides(game)
    me, them = visitor(mine.entry.user), visitor(theirs.entry.user)
    too_much = me.post(at(game, "act:propose_size"), {"size": "no number"})
    assert "“Size” is a whole number" in too_much.content.decode()
    above = me.post(at(game, "act:propose_size"), {"size": game.ceiling + 1}, follow=True)
    assert "SL-SIZE-02" in above.content.decode()
    me.post(at(game, "act:propose_size"), {"size": 22})
    assert "Agree to 22" in them.get(at(game)).content.decode()
    answer = them.post(at(game, "act:propose_size"), {"size": 22})
    assert answer.status_code == 303
    game.refresh_from_db()
    assert game.size == 22


def _pages(game: Game) -> list[str]:
    slug = game.week.campaign.slug
    rooms = ("league", "standings", "diary", "members", "fate", "commands", "organise", "hires", "settings")
    addresses = [reverse(f"campaigns:{name}", args=[slug]) for name in rooms]
    addresses.append(reverse("campaigns:week", args=[slug, game.week.number]))
    addresses += [at(game, name) for name in ("game", "report", "object", "rule", "aftermath", "crew")]
    return [*addresses, reverse("home")]


@pytest.mark.parametrize("handed_in", [False, True], ids=["draft", "handed in"])
def test_two_hidden_crews_that_differ_give_everyone_else_the_same_bytes(make_league, in_process, handed_in):
    """Non-interference: nothing that anyone but the owner gets depends on a Crew not revealed."""
    league = make_league(players=4)
    league.found_all()
    league.start()
    game = league.games()[0]
    mine, theirs = play.sides(game)
    me = visitor(mine.entry.user)
    me.post(at(game, "crew"), crew_fields(mine) | {"do": "hand-in" if handed_in else "save"})
    mine.refresh_from_db()
    other = next(p for p in league.players if not game.sides.filter(entry__user=p).exists())
    watchers = {
        "stranger": visitor(),
        "opponent": visitor(theirs.entry.user),
        "organiser": visitor(league.organiser),
        "member": visitor(other),
    }

    def seen() -> dict[tuple[str, str], tuple[int, bytes]]:
        return {
            (who, page): (answer.status_code, plain(answer.content))
            for who, watcher in watchers.items()
            for page in _pages(game)
            for answer in [watcher.get(page)]
        }

    # One moment for both worlds: pages tell how many minutes are left.
    with time_machine.travel(timezone.now(), tick=False):
        one, own_one = seen(), plain(me.get(at(game, "crew")).content)
        leader = mine.crew["leader_id"]
        mine.crew = {
            "leader_id": leader,
            "members": [m for m in mine.crew["members"] if m["model_id"] == leader],
        }
        mine.save(update_fields=["crew"])
        count_an_act(game)
        two, own_two = seen(), plain(me.get(at(game, "crew")).content)
    assert own_one != own_two, "the two worlds do differ for the owner"
    assert [key for key in one if one[key] != two[key]] == []
    addresses = [page for (who, page), (code, _) in one.items() if code == 200]
    assert at(game) in addresses
    assert len(addresses) > 12, "there was something to compare"
    codes = {who: code for (who, page), (code, _) in one.items() if page == at(game, "crew")}
    assert codes == {"stranger": 404, "opponent": 200, "organiser": 404, "member": 404}, "200: their own"


def test_an_unlawful_reveal_sends_the_crew_back_without_naming_it(game):
    mine, theirs = play.sides(game)
    play.submit_crew(mine)
    mine.refresh_from_db()
    lost = ArsenalModel.objects.get(pk=mine.crew["members"][-1]["model_id"])
    ArsenalModel.objects.filter(pk=lost.pk).update(annihilated_week=1)
    revealed = game_operations.submit_crew(theirs, theirs.entry.user, choices.crew(theirs))
    assert revealed is False
    sentences = " ".join(Act.objects.values_list("sentence", flat=True))
    assert "goes back to be changed" in sentences
    hired = ArsenalModel.objects.filter(pk__in=[m["model_id"] for m in mine.crew["members"]])
    last = Act.objects.order_by("pk").last()
    assert not any(model.name in last.sentence for model in hired)
    assert f"Model {lost.pk}" not in last.sentence


def test_query_counts_of_the_crew_page_and_the_table(game, django_assert_num_queries):
    mine, _ = play.sides(game)
    me = visitor(mine.entry.user)
    me.get(at(game, "crew"))
    with django_assert_num_queries(7):
        me.get(at(game, "crew"))
    count_an_act(game)
    with django_assert_num_queries(8):
        me.get(at(game))
    with django_assert_num_queries(3):
        me.get(at(game))
    with django_assert_num_queries(5):
        visitor().get(at(game))
