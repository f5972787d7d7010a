import type { Session } from '@kla/bench'
import type { CupCreation, CupView } from '@kla/proto/web'
import { randomUUID } from 'node:crypto'
import { eventually } from '../eventually.js'
import type { AdministratorSession } from './administrator.js'

/** Creates a cup at the console; it begins in `startsInMs`. */
export async function createCup(
  administrator: AdministratorSession,
  cup: Partial<Omit<CupCreation, 'starts_at'>> & { readonly startsInMs: number },
): Promise<CupView> {
  const { startsInMs, ...fields } = cup
  const body: CupCreation = {
    id: randomUUID(),
    name: 'Friday night',
    mode: 'rush',
    category: 'default',
    capacity: 64,
    starts_at: new Date(Date.now() + startsInMs).toISOString(),
    ...fields,
  }
  const response = await administrator.request('/admin/cups', { method: 'POST', body })
  if (!response.ok) throw new Error(`the cup was refused: ${await response.text()}`)
  return (await response.json()) as CupView
}

/** The cup once `fits` is true of it. */
export const cupWhen = (
  session: Pick<Session, 'request'>,
  cupId: string,
  fits: (cup: CupView) => boolean,
  withinMs: number,
): Promise<CupView> =>
  eventually(async () => {
    const response = await session.request(`/api/cups/${cupId}`)
    if (!response.ok) return false
    const cup = (await response.json()) as CupView
    return fits(cup) && cup
  }, withinMs)
