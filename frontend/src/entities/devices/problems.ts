import { type DeviceKind, UNBLURRED } from '../../shared/rtc/index.js'
import { PERMISSION_STEPS, PROBLEM_TEXTS, PROBLEM_TITLES } from '../../texts/devices.js'

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
  const { comeBack, symbol } = PERMISSION_STEPS
  if (/iPhone|iPad/.test(userAgent)) return [PERMISSION_STEPS.pageMenu, PERMISSION_STEPS.websiteSettings, comeBack]
  if (/Android/.test(userAgent)) return [symbol, PERMISSION_STEPS.permissions, comeBack]
  if (/Firefox\//.test(userAgent)) return [PERMISSION_STEPS.cameraSymbol, PERMISSION_STEPS.removeBlocked, comeBack]
  if (/Safari\//.test(userAgent) && !/Chrom(e|ium)\//.test(userAgent)) {
    return [PERMISSION_STEPS.safariMenu, PERMISSION_STEPS.setToAllow, comeBack]
  }
  return [symbol, PERMISSION_STEPS.switchOn, comeBack]
}

export function problemWords(kind: DeviceKind, errorName: string, userAgent: string): ProblemWords {
  const problem = problemOf(errorName)
  const [title, text] = [PROBLEM_TITLES[problem], PROBLEM_TEXTS[problem]]
  return {
    title: typeof title === 'string' ? title : title({ kind }),
    text: typeof text === 'string' ? text : text({ kind }),
    steps: problem === 'denied' ? permissionSteps(userAgent) : [],
  }
}
