#!/usr/bin/python3
"""A bare WebKitGTK window of any width for WebDriver: MiniBrowser's bar is at least 447 px wide.

Runs in the system's Python, which has GTK. ``WEBKIT_TOLD`` is the file into which pages say what breaks,
``WEBKIT_LISTENING`` the script that makes them.
"""

import os
from pathlib import Path

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

TOLD = Path(os.environ["WEBKIT_TOLD"])
LISTENING = Path(os.environ["WEBKIT_LISTENING"]).read_text().partition("\n")[2]
POST = "(words) => window.webkit.messageHandlers.told.postMessage(words)"


def view(context: WebKit2.WebContext) -> WebKit2.WebView:
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("told")
    content.connect(
        "script-message-received::told", lambda _content, said: tell(said.get_js_value().to_string())
    )
    everywhere, start = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
    content.add_script(WebKit2.UserScript(f"({LISTENING})({POST})", everywhere, start, None, None))
    settings = WebKit2.Settings(enable_page_cache=True)
    if text := os.environ.get("WEBKIT_TEXT"):  # letters alone are enlarged, as a phone's own setting does
        settings.set_zoom_text_only(True)
    made = WebKit2.WebView(
        web_context=context, is_controlled_by_automation=True, settings=settings, user_content_manager=content
    )
    if text:
        made.set_zoom_level(float(text))
    window = Gtk.Window(decorated=False)
    window.add(made)
    window.show_all()
    made.connect("close", lambda _view: window.destroy())
    return made


def tell(words: str) -> None:
    with TOLD.open("a") as told:
        told.write(words.replace("\n", " ") + "\n")


def begin(context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    about = WebKit2.ApplicationInfo()
    about.set_name("MiniBrowser")
    about.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(about)
    session.connect("create-web-view", lambda _session: view(context))


def main() -> None:
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)
    context.connect("automation-started", begin)
    Gtk.main()


if __name__ == "__main__":
    main()
