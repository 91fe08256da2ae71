# One image for the web server, the workers and beat; docker-compose.yml says which is which.
FROM python:3.11.14-slim-bookworm

COPY --from=ghcr.io/astral-sh/uv:0.9.5 /uv /usr/local/bin/uv
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy
WORKDIR /app

COPY pyproject.toml uv.lock ./
# Nothing, or `--extra traces` (docs/operating.md).
ARG EXTRAS=""
RUN uv sync --frozen --no-dev --no-install-project $EXTRAS

COPY manage.py ./
COPY mfcampaign mfcampaign
COPY rules rules
COPY templates templates
COPY static static
COPY scripts/healthcheck.py scripts/healthcheck.py

ENV PATH=/app/.venv/bin:$PATH DJANGO_ENV=production STATIC_ROOT=/app/collected VAR_DIR=/var/lib/portal
RUN useradd --system --home-dir /var/lib/portal --create-home portal \
    # Values for this one command; nothing of them stays in the image.
    && SECRET_KEY=only-while-the-image-is-built-0123456789-abcdefghijklmnop ALLOWED_HOSTS=build.invalid \
       SITE_URL=https://build.invalid EMAIL_URL=dummy:// python manage.py collectstatic --noinput \
    && chown -R portal /var/lib/portal

USER portal
EXPOSE 8000
CMD ["gunicorn", "mfcampaign.wsgi:application", "--bind", "0.0.0.0:8000", "--workers", "2", \
     "--config", "python:mfcampaign.web.resilience.gunicorn"]
