import {
  boolean,
  EnvironmentError,
  eventVerifier,
  integer,
  milliseconds,
  postgresVariables,
  processVariables,
  readSettings,
  redisVariables,
  rpcVariables,
  secret,
  type Settings,
  text,
  timer,
} from '@kla/chassis'
import { isPlainAddress } from './shared/rules.js'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const variables = {
  ...processVariables,
  ...rpcVariables,
  ...postgresVariables('moderation'),
  ...redisVariables('kla:moderation:'),
  EVENTS_DURABLE: text('the durable consumer that all pods share for these events', 'moderation'),
  AUDIT_PUBLIC_KEY_AUTH: eventVerifier("auth's public keys for its audit events, PEM, one after another"),
  AUDIT_PUBLIC_KEY_ROOMS: eventVerifier("rooms's public keys for its audit events, PEM, one after another"),
  AUDIT_PUBLIC_KEY_GAME_ENGINE: eventVerifier("game-engine's public keys for its audit events, PEM, one after another"),
  AUDIT_PUBLIC_KEY_LIBRARY: eventVerifier("library's public keys for its audit events, PEM, one after another"),
  AUDIT_PUBLIC_KEY_COMMERCE: eventVerifier("commerce's public keys for its audit events, PEM, one after another"),
  AUDIT_PUBLIC_KEY_EVIDENCE: eventVerifier("evidence's public keys for its audit events, PEM, one after another"),
  AUTH_ADDRESS: text('auth, host:port'),
  ROOMS_ADDRESS: text('rooms, host:port'),
  ENGINE_ADDRESS: text('game-engine, host:port'),
  EVIDENCE_ADDRESS: text('evidence, host:port'),
  TRANSCRIPT_KEEP_MS: milliseconds(
    'how long chat lines are kept after the last one in their room, or a player left it',
    HOUR_MS,
  ),
  REPORT_RETENTION_MS: milliseconds('when a deleted report is erased', 90 * DAY_MS),
  GRAVE_RETENTION_MS: milliseconds('the same, of child safety and crime', 365 * DAY_MS),
  BAN_RETENTION_MS: milliseconds('when a deleted ban is erased', 365 * DAY_MS),
  SWEEP_MS: timer('interval of the sweeps that erase and prune', HOUR_MS),
  SMTP_URL: secret(
    'the mail server, smtps:// or smtp://, with user and password if need be; empty: no mail is sent',
    '',
  ),
  SMTP_REQUIRE_TLS: boolean('whether smtp:// requires STARTTLS', true),
  MAIL_FROM: text('sender of mail; required with SMTP_URL', ''),
  CONTACT_EMAIL: text('where answers to mail go, and the address for questions in its footer; empty: none', ''),
  PUBLIC_URL: text("the site's address, linked in mail; required with SMTP_URL", ''),
  MAIL_HOLD_MS: milliseconds(
    'how long a letter waits, so that what is undone meanwhile sends none; once it is sent, nothing undoes it',
    60_000,
  ),
  MAIL_RETENTION_MS: milliseconds('when sent and failed mails are erased', 90 * DAY_MS),
  ONCALL_EMAILS: text(
    'e-mail addresses, with commas between them, that get mail when no one on duty can take an urgent job; needs SMTP_URL',
    '',
  ),
  ONCALL_WEBHOOK_URL: secret('https:// address that gets the same as JSON by POST; empty: none', ''),
  MODERATION_SECOND_OPINIONS_PERCENT: integer('share of decisions that someone else judges again, 0 to 100', 5),
  AUDIT_CHECK_MS: timer('interval of the checks of the whole audit log', HOUR_MS),
}

/** The service's settings, parsed from the environment. */
export type Config = Settings<typeof variables>

/** Throws one error that names every fault. */
export function readConfig(source: NodeJS.ProcessEnv = process.env): Config {
  const config = readSettings(variables, source)
  const faults = [...(config.smtpUrl === '' ? [] : mailFaults(config)), ...onCallFaults(config), ...shareFaults(config)]
  if (faults.length > 0) throw new EnvironmentError(faults)
  return config
}

function mailFaults({ smtpUrl, mailFrom, contactEmail, publicUrl }: Config): string[] {
  const isSmtp =
    URL.canParse(smtpUrl) && /^smtps?:$/.test(new URL(smtpUrl).protocol) && new URL(smtpUrl).hostname !== ''
  return [
    ...(isSmtp ? [] : ['SMTP_URL: its value is not an address that begins with smtps:// or smtp://']),
    ...(isPlainAddress(mailFrom) ? [] : ['MAIL_FROM: is not an e-mail address, which SMTP_URL needs']),
    ...(contactEmail === '' || isPlainAddress(contactEmail) ? [] : ['CONTACT_EMAIL: is not an e-mail address']),
    ...(URL.canParse(publicUrl) ? [] : ['PUBLIC_URL: is not an address, which SMTP_URL needs']),
  ]
}

/** The addresses of ONCALL_EMAILS. */
export const onCallEmails = (config: Pick<Config, 'oncallEmails'>): string[] =>
  config.oncallEmails
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')

function onCallFaults(config: Config): string[] {
  const { oncallWebhookUrl: url, smtpUrl } = config
  const emails = onCallEmails(config)
  return [
    ...(emails.every(isPlainAddress) ? [] : ['ONCALL_EMAILS: are not e-mail addresses with commas between them']),
    ...(emails.length > 0 && smtpUrl === '' ? ['ONCALL_EMAILS: needs SMTP_URL'] : []),
    ...(url === '' || (URL.canParse(url) && new URL(url).protocol === 'https:')
      ? []
      : ['ONCALL_WEBHOOK_URL: its value is not an address that begins with https://']),
  ]
}

const shareFaults = ({ moderationSecondOpinionsPercent: percent }: Config): string[] =>
  percent >= 0 && percent <= 100 ? [] : ['MODERATION_SECOND_OPINIONS_PERCENT: is not from 0 to 100']
