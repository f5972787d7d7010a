import type { Engines, Pod } from './engine.js'

let people = 1_000

/** Two people whom no other test knows, in a battle of their own. */
export async function newBattle(engines: Engines, pod: Pod) {
  const [one, other] = [engines.player(++people), engines.player(++people)]
  const roomId = engines.rooms.open([one.id, other.id])
  await one.ready(pod, roomId)
  await other.ready(pod, roomId)
  return { roomId, one, other }
}

/** The GIF that {@link equip} puts into a library. */
export const OWN = { gifUrl: 'https://own/1', thumbnail: 'own/1' }

/** Lets an account have one saved GIF and so many Wild Cards. */
export function equip({ library, commerce }: Engines, accountId: number, wildCards: number): void {
  library.put(accountId, OWN)
  commerce.give(accountId, wildCards)
}
