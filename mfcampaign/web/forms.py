"""How every form looks: one template decides label, help, error and the aria wiring."""

from __future__ import annotations

from typing import Any

from django.forms.renderers import DjangoTemplates, TemplatesSetting


class PortalFormRenderer(TemplatesSetting):
    """Project templates first, Django's own for the widgets."""

    form_template_name = "web/form.html"
    field_template_name = "web/field.html"
    formset_template_name = "django/forms/formsets/div.html"

    def get_template(self, template_name: str) -> Any:
        if template_name.startswith("django/forms/"):
            return _WIDGETS.get_template(template_name)
        return super().get_template(template_name)


_WIDGETS = DjangoTemplates()
