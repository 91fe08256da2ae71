"""The portal as an app on a phone: manifest, service worker, offline page."""
