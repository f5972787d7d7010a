import { list, milliseconds, oneOf, readEnvironment, secret, url, type Variable } from '@kla/chassis'
import { createReach, type Reach } from '../sign-in.js'

export interface SmokeConfig {
  readonly gatewayUrl: string
  readonly realtimeUrl: string
  readonly publicUrl: string
  readonly reach: Reach
  /** Personas of the stand-in, or two given cookies. */
  readonly signIn: 'persona' | 'sessions'
  readonly sessionCookies: readonly string[]
  readonly timeoutMs: number
}

// A round takes 90 s with the product's durations.
const TIMEOUT_MS = 180_000

const pairs = (about: string): Variable<ReadonlyMap<string, string>> => ({
  about,
  fallback: new Map(),
  parse: (value) => new Map(list(about).parse(value).map(originPair)),
})

function originPair(pair: string): [string, string] {
  const [from = '', to = ''] = pair.split('=')
  if (!URL.canParse(from) || !URL.canParse(to)) throw new Error('is not a list of pairs such as http://a=http://b')
  return [new URL(from).origin, new URL(to).origin]
}

/** Throws one error with every fault. */
export function readSmokeConfig(source: NodeJS.ProcessEnv = process.env): SmokeConfig {
  const env = readEnvironment(
    {
      GATEWAY_URL: url('the gateway, for REST'),
      REALTIME_URL: url('the gateway, for sockets; GATEWAY_URL unless given', ''),
      PUBLIC_URL: url("the site's address as browsers know it; GATEWAY_URL unless given", ''),
      REACH: pairs('public=inside origins, with commas between pairs, of what redirects name and cannot be reached'),
      SIGN_IN: oneOf(['persona', 'sessions'])('at the login stand-in, or with SESSION_COOKIES', 'persona'),
      SESSION_COOKIES: secret('the session cookies (name=value) of two people of age, with a comma between them', ''),
      TIMEOUT_MS: milliseconds('for the whole run', TIMEOUT_MS),
    },
    source,
  )
  const gatewayUrl = new URL(env.GATEWAY_URL).origin
  const publicUrl = new URL(env.PUBLIC_URL || env.GATEWAY_URL).origin
  return {
    gatewayUrl,
    publicUrl,
    realtimeUrl: new URL(env.REALTIME_URL || env.GATEWAY_URL).origin,
    reach: createReach(new Map([...env.REACH, [publicUrl, gatewayUrl]])),
    signIn: env.SIGN_IN,
    sessionCookies: list('').parse(env.SESSION_COOKIES),
    timeoutMs: env.TIMEOUT_MS,
  }
}
