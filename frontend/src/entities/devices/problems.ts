import { type DeviceKind, UNBLURRED } from '../../shared/rtc/index.js'

type Problem = 'denied' | 'missing' | 'busy' | 'unplugged' | 'returned' | 'unsupported' | 'unblurred'

const KINDS: Readonly<Record<string, Problem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
  Unplugged: 'unplugged',
  Returned: 'returned',
  NotSupportedError: 'unsupported',
  [UNBLURRED]: 'unblurred',
}

/** Treats unknown errors as a busy device: a retry suits both. */
export const problemOf = (errorName: string): Problem => KINDS[errorName] ?? 'busy'

/** Words for one device problem and its remedy. */
export interface ProblemWords {
  readonly title: string
  readonly text: string
  readonly steps: readonly string[]
}

/** Lists steps to restore a permission, which no page can request again. */
export function permissionSteps(userAgent: string): string[] {
  const again = 'Come back and press the button below.'
  if (/iPhone|iPad/.test(userAgent)) {
    return [
      'Press the page menu beside the address.',
      'Open “Website Settings” and allow camera and microphone.',
      again,
    ]
  }
  if (/Android/.test(userAgent)) {
    return ['Press the symbol left of the address.', 'Open “Permissions” and allow camera and microphone.', again]
  }
  if (/Firefox\//.test(userAgent)) {
    return ['Press the camera symbol left of the address.', 'Remove “Blocked” beside camera and microphone.', again]
  }
  if (/Safari\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent)) {
    return ['Open “Settings for This Website” in the Safari menu.', 'Set camera and microphone to “Allow”.', again]
  }
  return ['Press the symbol left of the address.', 'Switch on camera and microphone.', again]
}

export function problemWords(kind: DeviceKind, errorName: string, userAgent: string): ProblemWords {
  const another = kind === 'camera' ? 'Another program, perhaps a video call,' : 'Another program'
  switch (problemOf(errorName)) {
    case 'denied':
      return {
        title: `Your browser blocks your ${kind}.`,
        text: 'You can allow it again:',
        steps: permissionSteps(userAgent),
      }
    case 'missing':
      return {
        title: `We couldn't find a ${kind}.`,
        text: `Plug one in${kind === 'camera' ? ', then turn it on' : ': we use it automatically'}. A switch or a cover can hide a built-in ${kind}.`,
        steps: [],
      }
    case 'busy':
      return {
        title: `Your ${kind} is busy.`,
        text: `${another} may be using it. Close that program or choose another ${kind}, then try again.`,
        steps: [],
      }
    case 'unplugged':
      return {
        title: `Your ${kind} was disconnected.`,
        text: kind === 'camera' ? 'Plug it in again, then turn it on.' : 'Plug it in again: we use it automatically.',
        steps: [],
      }
    case 'returned':
      return { title: `Your ${kind} is back.`, text: 'It stays off until you turn it on.', steps: [] }
    case 'unblurred':
      return {
        title: 'Your camera is off.',
        text: "We couldn't load the blur, so we send no video without it. Try again, or turn the blur off.",
        steps: [],
      }
    case 'unsupported':
      return {
        title: `This browser can't use your ${kind} here.`,
        text: 'Use a current version of Firefox, Chrome, Edge or Safari, and an address that starts with https.',
        steps: [],
      }
  }
}
