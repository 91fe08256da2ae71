"""The design system and the platform of all pages: layout, components, drawings, cache, protection under
load.

``cache`` is the versioned cache, ``drawings`` the SVG pictures, ``resilience`` what keeps the portal
answering under load, ``installable`` the app on a phone, ``templatetags.portal`` the tags of every template,
``gallery`` a page of all components, ``ledger`` the pages of the rule ledger, ``states`` labels of states,
``names`` checks of names.
"""
