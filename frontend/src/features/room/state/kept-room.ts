/** A reload in the middle of a battle comes back to the seat, as long as the grace for lost connections lasts. */
const KEY = 'kla-room'

interface KeptRoom {
  roomId: string
  passcode: string | null
}

type Keeper = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function keepRoom(room: KeptRoom, keeper: Keeper = sessionStorage): void {
  keeper.setItem(KEY, JSON.stringify(room))
}

export function forgetRoom(keeper: Keeper = sessionStorage): void {
  keeper.removeItem(KEY)
}

export function keptRoom(keeper: Keeper | undefined = globalThis.sessionStorage): KeptRoom | null {
  const kept = keeper?.getItem(KEY)
  if (kept === null || kept === undefined) return null
  try {
    const { roomId, passcode } = JSON.parse(kept) as Partial<KeptRoom>
    return typeof roomId === 'string' ? { roomId, passcode: typeof passcode === 'string' ? passcode : null } : null
  } catch {
    return null
  }
}
