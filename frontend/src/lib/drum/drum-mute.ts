const KEY = 'kla-drum-muted'
type Keeper = Pick<Storage, 'getItem' | 'setItem'>

/** Whether this person wants no drum; remembered in this browser. */
export const isDrumMuted = (keeper: Keeper = localStorage): boolean => keeper.getItem(KEY) === 'true'

export const rememberDrumMuted = (muted: boolean, keeper: Keeper = localStorage): void =>
  keeper.setItem(KEY, String(muted))
