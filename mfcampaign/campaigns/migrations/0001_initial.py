"""Transfers and their lines can be written once and never again, whoever asks.

Only ``flush`` empties them: it lifts SQLite's triggers, and sets ``mfcampaign.flush`` for
PostgreSQL's, within its own transaction. A later migration that rebuilds one of these tables on
SQLite loses its triggers and must run ``guard`` again; a test over all migrations tells.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

TABLES = ("campaigns_transfer", "campaigns_ledgerentry")
SENTENCE = "Scrip that moved stays written: make a new transfer instead."

POSTGRESQL_FUNCTION = f"""
CREATE OR REPLACE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('mfcampaign.flush', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION '{SENTENCE}' USING ERRCODE = 'restrict_violation';
END $$
"""


def guard(apps, schema_editor):
    for statement in _statements(schema_editor.connection.vendor):
        schema_editor.execute(statement)


def unguard(apps, schema_editor):
    for table in TABLES:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER ledger_append_only_rows ON {table}")
            schema_editor.execute(f"DROP TRIGGER ledger_append_only_table ON {table}")
        else:
            schema_editor.execute(f"DROP TRIGGER ledger_append_only_update_{table}")
            schema_editor.execute(f"DROP TRIGGER ledger_append_only_delete_{table}")
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION ledger_append_only()")


def _statements(vendor):
    if vendor == "postgresql":
        yield POSTGRESQL_FUNCTION
    for table in TABLES:
        if vendor == "postgresql":
            yield (
                f"CREATE TRIGGER ledger_append_only_rows BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION ledger_append_only()"
            )
            yield (
                f"CREATE TRIGGER ledger_append_only_table BEFORE TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only()"
            )
        else:
            for event in ("update", "delete"):
                yield (
                    f"CREATE TRIGGER ledger_append_only_{event}_{table} BEFORE {event.upper()} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
                )


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('audit', '0001_initial'),
        ('catalog', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ArsenalBounty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('roster', models.PositiveSmallIntegerField(default=1)),
                ('slug', models.CharField(max_length=80)),
                ('name', models.CharField(max_length=80)),
                ('portions', models.JSONField()),
                ('price', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('active', 'under way'), ('accomplished', 'accomplished'), ('discarded', 'dropped')], default='active', max_length=12)),
                ('bought_week', models.PositiveSmallIntegerField()),
                ('ended_week', models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                'verbose_name_plural': 'arsenal bounties',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='ArsenalModel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('roster', models.PositiveSmallIntegerField(default=1, help_text='Which Arsenal of the player: Entry.roster.')),
                ('slug', models.CharField(max_length=120)),
                ('name', models.CharField(max_length=120)),
                ('station', models.CharField(blank=True, max_length=20)),
                ('cost', models.PositiveSmallIntegerField()),
                ('surcharge', models.PositiveSmallIntegerField(default=0)),
                ('nickname', models.CharField(blank=True, max_length=60)),
                ('is_leader', models.BooleanField(default=False)),
                ('hired_week', models.PositiveSmallIntegerField()),
                ('annihilated_week', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('annihilated_why', models.CharField(blank=True, max_length=200)),
            ],
            options={
                'ordering': ['-is_leader', '-cost', 'name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Encounter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.PositiveSmallIntegerField()),
                ('extra', models.BooleanField(default=False, help_text='Agreed on by the players, not paired.')),
                ('state', models.CharField(choices=[('scheduled', 'Crews due'), ('playing', 'being played'), ('reported', 'reported'), ('disputed', 'disputed'), ('aftermath', 'aftermath'), ('closed', 'closed'), ('forfeited', 'forfeited'), ('void', 'void')], default='scheduled', max_length=12)),
                ('ceiling', models.PositiveSmallIntegerField(help_text='Largest permitted size, in Soulstones.')),
                ('size', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('scenario', models.JSONField(default=dict)),
                ('reveal', models.JSONField(default=dict)),
                ('outcome', models.JSONField(default=dict)),
                ('revealed_at', models.DateTimeField(blank=True, null=True)),
                ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['week', 'table'],
            },
        ),
        migrations.CreateModel(
            name='Aftermath',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('queued', 'waits for an earlier aftermath'), ('open', 'open'), ('locked', 'done')], default='queued', max_length=8)),
                ('context', models.JSONField(default=dict)),
                ('applied', models.PositiveSmallIntegerField(default=0)),
                ('waiting_for', models.CharField(blank=True, max_length=8)),
                ('asks', models.CharField(blank=True, max_length=30)),
                ('asks_ordinal', models.PositiveSmallIntegerField(default=0)),
                ('flips', models.CharField(blank=True, choices=[('fate', 'the portal draws'), ('entered', 'I flip at the table')], max_length=8)),
                ('again', models.PositiveSmallIntegerField(default=0)),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
                ('locked_at', models.DateTimeField(blank=True, null=True)),
                ('charts', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.chartset')),
            ],
            options={
                'verbose_name_plural': 'aftermaths',
            },
        ),
        migrations.CreateModel(
            name='AftermathDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(max_length=30)),
                ('answer', models.JSONField()),
                ('source', models.CharField(choices=[('fate', 'fate'), ('entered', 'entered'), ('player', 'player'), ('portal', 'portal'), ('timeout', 'timeout')], max_length=8)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('aftermath', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='campaigns.aftermath')),
            ],
            options={
                'ordering': ['aftermath', 'ordinal'],
            },
        ),
        migrations.CreateModel(
            name='Campaign',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('acts', models.PositiveIntegerField(default=0, editable=False)),
                ('slug', models.SlugField(max_length=80, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('description', models.TextField(blank=True)),
                ('state', models.CharField(choices=[('registration', 'open for registration'), ('arsenal_build', 'building Arsenals'), ('running', 'running'), ('complete', 'complete'), ('cancelled', 'cancelled')], default='registration', max_length=16)),
                ('weeks_total', models.PositiveSmallIntegerField(default=6)),
                ('timezone', models.CharField(default='Europe/London', max_length=64)),
                ('starts_on', models.DateField()),
                ('turnover_time', models.TimeField()),
                ('hire_days', models.PositiveSmallIntegerField(default=2)),
                ('season', models.CharField(default='gg0', max_length=20)),
                ('policies', models.JSONField(blank=True, default=dict)),
                ('next_policies', models.JSONField(blank=True, null=True)),
                ('listed', models.BooleanField(default=True, help_text='Shown in the public list of leagues.')),
                ('cancelled_reason', models.TextField(blank=True)),
                ('sealed_as', models.CharField(blank=True, max_length=80)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('charts', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.chartset')),
                ('next_charts', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.chartset')),
                ('pack', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.pack')),
                ('release', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.release')),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Countersign',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('waiting', 'waits for the opponent'), ('agreed', 'countersigned'), ('unanswered', 'stands unanswered'), ('objected', 'objected to'), ('upheld', 'stands by ruling'), ('struck', 'struck by ruling')], default='waiting', max_length=10)),
                ('objection', models.TextField(blank=True)),
                ('ruling', models.TextField(blank=True)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('decision', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='countersign', to='campaigns.aftermathdecision')),
                ('ruled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='BountyTick',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('portion', models.CharField(max_length=80)),
                ('count', models.PositiveSmallIntegerField()),
                ('stands', models.BooleanField(default=True)),
                ('bounty', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ticks', to='campaigns.arsenalbounty')),
                ('encounter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bounty_ticks', to='campaigns.encounter')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='arsenalbounty',
            name='ended_in',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bounties_ended', to='campaigns.encounter'),
        ),
        migrations.CreateModel(
            name='EncounterSide',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(choices=[(0, 'first'), (1, 'second')])),
                ('proposed_size', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('crew', models.JSONField(default=dict)),
                ('crew_submitted_at', models.DateTimeField(blank=True, null=True)),
                ('played_as', models.CharField(blank=True, max_length=200)),
                ('encounter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sides', to='campaigns.encounter')),
            ],
            options={
                'ordering': ['encounter', 'seat'],
            },
        ),
        migrations.AddField(
            model_name='aftermath',
            name='side',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='aftermath', to='campaigns.encounterside'),
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('faction', models.CharField(max_length=40)),
                ('crew_name', models.CharField(blank=True, max_length=60)),
                ('state', models.CharField(choices=[('building', 'building the Arsenal'), ('ready', 'Arsenal ready'), ('active', 'playing'), ('inactive', 'not playing yet'), ('retired', 'retired')], default='building', max_length=10)),
                ('roster', models.PositiveSmallIntegerField(default=1)),
                ('draft', models.JSONField(blank=True, default=dict)),
                ('sheet_token', models.CharField(blank=True, default='', max_length=40)),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='campaigns.campaign')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='encounterside',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sides', to='campaigns.entry'),
        ),
        migrations.CreateModel(
            name='Availability',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('week', models.PositiveSmallIntegerField()),
                ('away', models.BooleanField(default=False)),
                ('evenings', models.JSONField(blank=True, default=list)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='availabilities', to='campaigns.entry')),
            ],
            options={
                'ordering': ['week'],
            },
        ),
        migrations.CreateModel(
            name='ArsenalUpgrade',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('roster', models.PositiveSmallIntegerField(default=1, help_text='Which Arsenal of the player: Entry.roster.')),
                ('kind', models.CharField(choices=[('ordinary', 'Upgrade'), ('equipment', 'Equipment'), ('skill', 'Skill'), ('injury', 'Injury')], max_length=10)),
                ('slug', models.CharField(max_length=120)),
                ('name', models.CharField(max_length=120)),
                ('ss_cost', models.PositiveSmallIntegerField(default=0)),
                ('effect', models.CharField(blank=True, max_length=300)),
                ('stat_mods', models.JSONField(blank=True, default=list)),
                ('restricted', models.JSONField(blank=True, default=list)),
                ('rating_weight', models.SmallIntegerField(blank=True, null=True)),
                ('rating_bonus', models.SmallIntegerField(default=0)),
                ('gained_week', models.PositiveSmallIntegerField()),
                ('gained_how', models.CharField(max_length=20)),
                ('annihilated_week', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('bearer', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='bound', to='campaigns.arsenalmodel')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='upgrades', to='campaigns.entry')),
            ],
            options={
                'ordering': ['kind', 'name', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='arsenalmodel',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='models', to='campaigns.entry'),
        ),
        migrations.AddField(
            model_name='arsenalbounty',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bounties', to='campaigns.entry'),
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('bank', 'bank'), ('purse', 'purse')], max_length=5)),
                ('balance', models.IntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=0)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to='campaigns.campaign')),
                ('entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to='campaigns.entry')),
            ],
        ),
        migrations.CreateModel(
            name='Forecast',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('players', models.PositiveSmallIntegerField()),
                ('weeks', models.PositiveSmallIntegerField()),
                ('first_week', models.PositiveSmallIntegerField(default=1)),
                ('rosters', models.JSONField(default=list)),
                ('policies', models.JSONField(default=dict)),
                ('seasons', models.PositiveIntegerField()),
                ('chunk', models.PositiveIntegerField(help_text='Seasons of one command.')),
                ('seed', models.BinaryField(max_length=32)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('stopped_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='forecasts', to='campaigns.campaign')),
                ('charts', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.chartset')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='ForecastPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('tally', models.JSONField()),
                ('forecast', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='campaigns.forecast')),
            ],
            options={
                'ordering': ['forecast', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField()),
                ('uses_left', models.PositiveIntegerField(default=64)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='campaigns.campaign')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='LeagueFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('sha256', models.CharField(max_length=64)),
                ('content', models.BinaryField()),
                ('person', models.PositiveIntegerField(blank=True, null=True)),
                ('state', models.CharField(choices=[('read', 'read, not brought in'), ('waiting', 'being brought in'), ('done', 'brought in'), ('refused', 'refused')], default='read', max_length=8)),
                ('problem', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='arrival', to='campaigns.campaign')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='LeagueTemplate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('policies', models.JSONField(blank=True, default=dict)),
                ('schedule', models.JSONField(default=dict)),
                ('share_token', models.CharField(max_length=40, unique=True)),
                ('made_from', models.CharField(blank=True, max_length=80)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('put_away_at', models.DateTimeField(blank=True, null=True)),
                ('charts', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.chartset')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='templates', to=settings.AUTH_USER_MODEL)),
                ('pack', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.pack')),
            ],
            options={
                'ordering': ['name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='NewStart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('roster', models.PositiveSmallIntegerField()),
                ('why', models.CharField(choices=[('scrapped', 'gave the old roster up'), ('late', 'joined late'), ('idle', 'had no Arsenal at the start'), ('annihilated', 'lost the last model')], max_length=12)),
                ('state', models.CharField(choices=[('queued', 'begins with the next New Hires'), ('building', 'building'), ('shopping', 'buying'), ('flipping', 'Barter flips'), ('done', 'done'), ('cancelled', 'called off')], default='building', max_length=10)),
                ('begun_week', models.PositiveSmallIntegerField()),
                ('plays_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('flips_due', models.PositiveSmallIntegerField(default=0)),
                ('context', models.JSONField(default=dict)),
                ('applied', models.PositiveSmallIntegerField(default=0)),
                ('waiting_for', models.CharField(blank=True, max_length=8)),
                ('asks', models.CharField(blank=True, max_length=30)),
                ('asks_ordinal', models.PositiveSmallIntegerField(default=0)),
                ('flips', models.CharField(choices=[('fate', 'the portal draws'), ('entered', 'I flip at the table')], default='fate', max_length=8)),
                ('keyed_as', models.CharField(max_length=20)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('charts', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='catalog.chartset')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='new_starts', to='campaigns.entry')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='NewStartDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ordinal', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(max_length=30)),
                ('answer', models.JSONField()),
                ('source', models.CharField(choices=[('fate', 'fate'), ('entered', 'entered'), ('player', 'player'), ('portal', 'portal'), ('timeout', 'timeout')], max_length=8)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('new_start', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='campaigns.newstart')),
            ],
            options={
                'ordering': ['new_start', 'ordinal'],
            },
        ),
        migrations.CreateModel(
            name='Organiser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('added_at', models.DateTimeField(auto_now_add=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='organisers', to='campaigns.campaign')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='organises', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='PairingPlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('wishes', models.JSONField(blank=True, default=list)),
                ('campaign', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pairing_plan', to='campaigns.campaign')),
            ],
        ),
        migrations.CreateModel(
            name='PairRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('forbidden', 'never meet'), ('fixed', 'meet')], max_length=9)),
                ('week', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('lifted_at', models.DateTimeField(blank=True, null=True)),
                ('a', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.entry')),
                ('b', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.entry')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pair_rules', to='campaigns.campaign')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PlayerFacts',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('club', models.CharField(blank=True, max_length=60)),
                ('company', models.CharField(blank=True, max_length=60)),
                ('place', models.CharField(blank=True, max_length=60)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='facts', to='campaigns.entry')),
            ],
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('result', models.JSONField()),
                ('state', models.CharField(choices=[('proposed', 'waiting for the opponent'), ('confirmed', 'confirmed'), ('objected', 'objected to'), ('superseded', 'replaced'), ('ruled', 'ruled by an organiser')], default='proposed', max_length=12)),
                ('objection', models.TextField(blank=True)),
                ('reason', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('by_entry', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.entry')),
                ('encounter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='campaigns.encounter')),
                ('ruled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['encounter', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('result', 'a corrected result'), ('void', 'a voided game'), ('reopen', 'a step opened again'), ('give', 'given or taken by hand'), ('row', 'a corrected Arsenal'), ('people', 'players'), ('deadline', 'a deadline'), ('debt', 'a debt written off'), ('undo', 'an earlier ruling undone')], max_length=10)),
                ('title', models.CharField(max_length=200)),
                ('reason', models.TextField()),
                ('request', models.JSONField()),
                ('changes', models.JSONField(default=list)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('act', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='audit.act')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='campaigns.campaign')),
                ('encounter', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='campaigns.encounter')),
                ('entries', models.ManyToManyField(related_name='rulings', to='campaigns.entry')),
                ('undoes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='campaigns.ruling')),
            ],
            options={
                'ordering': ['campaign', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Debt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.PositiveIntegerField()),
                ('forgiven', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='debts', to='campaigns.entry')),
                ('ruling', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='debts', to='campaigns.ruling')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Supplement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('week', models.PositiveSmallIntegerField(null=True)),
                ('seed', models.BinaryField(max_length=32, null=True)),
                ('keyed_as', models.CharField(max_length=20)),
                ('answers', models.JSONField()),
                ('effects', models.JSONField()),
                ('changes', models.JSONField(default=list)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('model', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='supplements', to='campaigns.arsenalmodel')),
                ('ruling', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='supplements', to='campaigns.ruling')),
                ('side', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='supplements', to='campaigns.encounterside')),
            ],
        ),
        migrations.CreateModel(
            name='Tenure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('label', models.CharField(max_length=200)),
                ('until_week', models.PositiveSmallIntegerField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tenures', to='campaigns.entry')),
                ('ruling', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tenures', to='campaigns.ruling')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Transfer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.PositiveIntegerField()),
                ('reason', models.CharField(choices=[('start', 'left from the starting Arsenal'), ('payday', 'Payday'), ('event', 'weekly event'), ('bye', 'bye'), ('hire', 'new hire'), ('upgrade', 'Upgrade'), ('master', 'Master'), ('barter', 'Barter'), ('bounty', 'Bounty'), ('anew', 'starting anew'), ('ruling', "organiser's ruling"), ('reversal', 'reversal')], max_length=12)),
                ('week', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('natural_key', models.CharField(max_length=160, unique=True)),
                ('memo', models.CharField(blank=True, max_length=200)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('act', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='audit.act')),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='transfers', to='campaigns.campaign')),
                ('credit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.account')),
                ('debit', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.account')),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='campaigns.transfer')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Repayment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('debt', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='repayments', to='campaigns.debt')),
                ('transfer', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='repays', to='campaigns.transfer')),
            ],
        ),
        migrations.CreateModel(
            name='LedgerEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('account_version', models.PositiveIntegerField()),
                ('delta', models.IntegerField()),
                ('balance_after', models.IntegerField()),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='campaigns.account')),
                ('transfer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='campaigns.transfer')),
            ],
            options={
                'verbose_name_plural': 'ledger entries',
                'ordering': ['account', 'account_version'],
            },
        ),
        migrations.CreateModel(
            name='Week',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('new_hires', 'new hires'), ('event', 'weekly event'), ('games_open', 'games'), ('closed', 'closed')], max_length=12)),
                ('opens_at', models.DateTimeField()),
                ('hires_close_at', models.DateTimeField()),
                ('games_close_at', models.DateTimeField()),
                ('fate_seed', models.BinaryField(max_length=32)),
                ('fate_commitment', models.CharField(max_length=64)),
                ('scenario', models.JSONField(default=dict)),
                ('drawings', models.JSONField(blank=True, default=list)),
                ('scenario_override', models.JSONField(blank=True, default=dict)),
                ('event', models.JSONField(blank=True, default=dict)),
                ('contest_closes_at', models.DateTimeField(blank=True, null=True)),
                ('policies', models.JSONField(blank=True, null=True)),
                ('pairing', models.JSONField(default=dict)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='weeks', to='campaigns.campaign')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='GameProposal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('set_up', models.CharField(choices=[('reuse', "the week's scenario"), ('new', 'a new scenario, by fate')], max_length=6)),
                ('state', models.CharField(choices=[('open', 'waits for an answer'), ('accepted', 'agreed'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('lapsed', 'lapsed with the week')], default='open', max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.entry')),
                ('encounter', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='proposal', to='campaigns.encounter')),
                ('to', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='campaigns.entry')),
                ('week', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='proposals', to='campaigns.week')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='encounter',
            name='week',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='encounters', to='campaigns.week'),
        ),
        migrations.CreateModel(
            name='WeekEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hired_models', models.PositiveSmallIntegerField(default=0)),
                ('hired_masters', models.PositiveSmallIntegerField(default=0)),
                ('hire_waived', models.BooleanField(default=False)),
                ('hires_locked_at', models.DateTimeField(blank=True, null=True)),
                ('flagged', models.CharField(blank=True, max_length=200)),
                ('bye', models.BooleanField(default=False)),
                ('anew', models.BooleanField(default=False, help_text='Plays with a new Arsenal from this week on.')),
                ('extended_until', models.DateTimeField(blank=True, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='weeks', to='campaigns.entry')),
                ('week', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='campaigns.week')),
            ],
        ),
        migrations.CreateModel(
            name='WeekPlan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('hires_close_at', models.DateTimeField(blank=True, null=True)),
                ('games_close_at', models.DateTimeField(blank=True, null=True)),
                ('campaign', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plans', to='campaigns.campaign')),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.AddConstraint(
            model_name='aftermathdecision',
            constraint=models.UniqueConstraint(fields=('aftermath', 'ordinal'), name='decision_ordinal_once'),
        ),
        migrations.AddConstraint(
            model_name='bountytick',
            constraint=models.UniqueConstraint(condition=models.Q(('stands', True)), fields=('bounty', 'encounter', 'portion'), name='a_portion_once_a_game'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('campaign', 'user'), name='entry_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('sheet_token', ''), _negated=True), fields=('sheet_token',), name='sheet_token_once'),
        ),
        migrations.AddConstraint(
            model_name='encounterside',
            constraint=models.UniqueConstraint(fields=('encounter', 'seat'), name='seat_once'),
        ),
        migrations.AddConstraint(
            model_name='encounterside',
            constraint=models.UniqueConstraint(fields=('encounter', 'entry'), name='entry_once_a_game'),
        ),
        migrations.AddConstraint(
            model_name='availability',
            constraint=models.UniqueConstraint(fields=('entry', 'week'), name='availability_once'),
        ),
        migrations.AddConstraint(
            model_name='arsenalupgrade',
            constraint=models.CheckConstraint(condition=models.Q(('bearer__isnull', False), models.Q(('kind__in', ['skill', 'injury']), _negated=True), _connector='OR'), name='skills_and_injuries_have_a_bearer'),
        ),
        migrations.AddConstraint(
            model_name='arsenalmodel',
            constraint=models.UniqueConstraint(condition=models.Q(('annihilated_week__isnull', True), ('is_leader', True)), fields=('entry', 'roster'), name='one_leader_an_arsenal'),
        ),
        migrations.AddConstraint(
            model_name='arsenalbounty',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'active')), fields=('entry',), name='one_active_bounty_a_player'),
        ),
        migrations.AddConstraint(
            model_name='arsenalbounty',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'accomplished')), fields=('entry', 'slug'), name='a_bounty_is_accomplished_once'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'bank'), ('balance__gte', 0), _connector='OR'), name='only_the_bank_may_owe'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', True), ('kind', 'bank')), models.Q(('entry__isnull', False), ('kind', 'purse')), _connector='OR'), name='a_purse_has_an_owner'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'bank')), fields=('campaign',), name='one_bank_a_campaign'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'purse')), fields=('entry',), name='one_purse_an_entry'),
        ),
        migrations.AddConstraint(
            model_name='forecastpart',
            constraint=models.UniqueConstraint(fields=('forecast', 'number'), name='forecast_part_once'),
        ),
        migrations.AddConstraint(
            model_name='leaguetemplate',
            constraint=models.UniqueConstraint(condition=models.Q(('put_away_at', None)), fields=('owner', 'name'), name='template_name_once'),
        ),
        migrations.AddConstraint(
            model_name='newstart',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['queued', 'building', 'shopping', 'flipping'])), fields=('entry',), name='one_new_start_at_a_time'),
        ),
        migrations.AddConstraint(
            model_name='newstartdecision',
            constraint=models.UniqueConstraint(fields=('new_start', 'ordinal'), name='anew_ordinal_once'),
        ),
        migrations.AddConstraint(
            model_name='organiser',
            constraint=models.UniqueConstraint(fields=('campaign', 'user'), name='organiser_once'),
        ),
        migrations.AddConstraint(
            model_name='pairrule',
            constraint=models.CheckConstraint(condition=models.Q(('a__lt', models.F('b'))), name='pair_in_order'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(fields=('encounter', 'number'), name='report_number_once'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='ruling_number_once'),
        ),
        migrations.AddConstraint(
            model_name='debt',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='a_debt_is_something'),
        ),
        migrations.AddConstraint(
            model_name='debt',
            constraint=models.CheckConstraint(condition=models.Q(('forgiven__lte', models.F('amount'))), name='no_more_forgiven_than_owed'),
        ),
        migrations.AddConstraint(
            model_name='debt',
            constraint=models.UniqueConstraint(fields=('entry', 'ruling'), name='one_debt_a_ruling'),
        ),
        migrations.AddConstraint(
            model_name='supplement',
            constraint=models.UniqueConstraint(fields=('side', 'model'), name='one_flip_a_model_a_game'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='a_transfer_moves_something'),
        ),
        migrations.AddConstraint(
            model_name='transfer',
            constraint=models.CheckConstraint(condition=models.Q(('debit', models.F('credit')), _negated=True), name='a_transfer_has_two_ends'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.UniqueConstraint(fields=('account', 'account_version'), name='one_line_a_version'),
        ),
        migrations.AddConstraint(
            model_name='ledgerentry',
            constraint=models.UniqueConstraint(fields=('transfer', 'account'), name='one_line_an_end'),
        ),
        migrations.AddConstraint(
            model_name='week',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='week_once'),
        ),
        migrations.AddConstraint(
            model_name='encounter',
            constraint=models.UniqueConstraint(fields=('week', 'table'), name='one_game_a_table'),
        ),
        migrations.AddConstraint(
            model_name='weekentry',
            constraint=models.UniqueConstraint(fields=('week', 'entry'), name='week_entry_once'),
        ),
        migrations.AddConstraint(
            model_name='weekplan',
            constraint=models.UniqueConstraint(fields=('campaign', 'number'), name='week_planned_once'),
        ),
        migrations.RunPython(guard, unguard),
    ]
