"""What a thumb does on the recorder: choose the Crew that is shown, open a sheet, end the game."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.actions import press


def shown(page: Page, seat: int) -> None:
    """The Crew of that seat, on a narrow screen."""
    page.locator(f"label[for=shows-{seat}]").click()


def sheet_of(page: Page, name: str) -> Locator:
    """The sheet ``sheet-NAME``, opened by what opens it."""
    page.locator(f"[popovertarget=sheet-{name}]:visible").first.click()
    sheet = page.locator(f"#sheet-{name}")
    expect(sheet).to_be_visible()
    return sheet


def kill(page: Page, model: str) -> None:
    press(page, sheet_of(page, model).locator(f'button[value="slay:{model}"]'))


def end(page: Page) -> None:
    """From the sheet of what is rare, in any Turn."""
    press(page, sheet_of(page, "more").get_by_role("button", name="The game is over"))
