import {
  auditVariables,
  milliseconds,
  postgresVariables,
  processVariables,
  readSettings,
  redisVariables,
  rpcVariables,
  secretKeys,
  type Settings,
  text,
} from '@kla/chassis'
import {
  CUP_CHECK_IN_MS,
  CUP_DISPUTE_MS,
  CUP_NO_SHOW_MS,
  CUP_PRESENCE_MS,
  CUP_READY_MS,
  MATCH_ACCEPT_MS,
  MATCH_DECLINED_MS,
  MATCH_RECENT_MS,
  RECONNECT_GRACE_MS,
} from '@kla/proto/web'

const variables = {
  ...processVariables,
  ...rpcVariables,
  ...postgresVariables('rooms'),
  ...redisVariables('kla:rooms:'),
  ...auditVariables,
  INCIDENT_KEY: secretKeys('what incident tokens are sealed with: 32 bytes in base64; older keys may follow'),
  EVENTS_DURABLE: text('prefix of the durable consumers, which all pods share', 'rooms'),
  RECONNECT_GRACE_MS: milliseconds('how long a lost connection keeps its seat', RECONNECT_GRACE_MS),
  MATCH_ACCEPT_MS: milliseconds('how long both players have to accept a match', MATCH_ACCEPT_MS),
  MATCH_RECENT_MS: milliseconds('how long two matched players are not matched again', MATCH_RECENT_MS),
  MATCH_DECLINED_MS: milliseconds(
    'how long two players who did not both accept are not matched again',
    MATCH_DECLINED_MS,
  ),
  MATCH_TICKET_MS: milliseconds('how long a search lasts without its gateway keeping it', 12_000),
  CUP_CHECK_IN_MS: milliseconds('how long before its start a cup has its check-in', CUP_CHECK_IN_MS),
  CUP_NO_SHOW_MS: milliseconds('how long a called tie waits for its players', CUP_NO_SHOW_MS),
  CUP_READY_MS: milliseconds("how long a tie's room waits for its battle to begin", CUP_READY_MS),
  CUP_DISPUTE_MS: milliseconds('how long a judge has before the rule decides', CUP_DISPUTE_MS),
  CUP_RESULT_MS: milliseconds('how long a result may arrive after its room has closed', 10_000),
  CUP_PRESENCE_MS: milliseconds('how long one BePresent counts', CUP_PRESENCE_MS),
  GATEWAY_LEASE_MS: milliseconds('how long a gateway may be silent before its connections count as lost', 6_000),
}

export type Config = Settings<typeof variables>

export const readConfig = (source: NodeJS.ProcessEnv = process.env): Config => readSettings(variables, source)
