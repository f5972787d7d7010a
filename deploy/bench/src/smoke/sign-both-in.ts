import type { Seat } from '../bots/pick-check.js'
import { resumeSession, signIn, type Session } from '../bots/sign-in.js'
import type { SmokeConfig } from './smoke-config.js'

/** Two different people, as new personas of this name or as those whose cookies were given. */
export async function signBothIn(config: SmokeConfig, name: string): Promise<Readonly<Record<Seat, Session>>> {
  const { publicUrl, reach } = config
  if (config.signIn === 'persona') {
    const [first, second] = await Promise.all([
      signIn(publicUrl, `${name}-first`, { reach }),
      signIn(publicUrl, `${name}-second`, { reach }),
    ])
    return { first, second }
  }
  const [one, other, ...more] = config.sessionCookies
  if (one === undefined || other === undefined || more.length > 0) throw new Error('SESSION_COOKIES wants two cookies')
  const [first, second] = await Promise.all([
    resumeSession(publicUrl, one, reach),
    resumeSession(publicUrl, other, reach),
  ])
  if (first.id === second.id) throw new Error('both of SESSION_COOKIES are of the same person')
  return { first, second }
}
