type Key = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'defaultPrevented' | 'isComposing'
>

/** True for Ctrl+K and Cmd+K, in fields too. */
export const isFindKey = (event: Key): boolean =>
  event.key.toLowerCase() === 'k' &&
  event.ctrlKey !== event.metaKey &&
  !event.altKey &&
  !event.shiftKey &&
  !event.repeat &&
  !event.defaultPrevented &&
  !event.isComposing
