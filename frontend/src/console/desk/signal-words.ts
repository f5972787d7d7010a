import {
  type DeskRule,
  INDEPENDENT_REPORTERS_MIN,
  INDEPENDENT_WITHIN_MS,
  type JobView,
  MANY_MET_MIN,
  NEW_ACCOUNT_MS,
} from '@kla/proto/web'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Names and conditions of rules, for owners. */
export const DESK_RULE_WORDS: Readonly<Record<DeskRule, { title: string; about: string }>> = {
  independent_reporters: {
    title: 'Several independent reporters',
    about: `At least ${INDEPENDENT_REPORTERS_MIN} people who met the player in different rooms reported them within ${
      INDEPENDENT_WITHIN_MS / DAY_MS
    } days.`,
  },
  new_account: {
    title: 'New account, many meetings',
    about: `The account is younger than ${NEW_ACCOUNT_MS / HOUR_MS} hours and met at least ${MANY_MET_MIN} people within a day.`,
  },
}

const NUMBERS = ['Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'] as const

type Signal = NonNullable<JobView['signals']>[number]

/** Says why a job comes first: 'Four people who met them independently reported them.' */
export function signalWords({ rule, people }: Signal): string {
  if (rule === 'new_account') return `The account is new and met ${people} people in a day.`
  return `${NUMBERS[people - INDEPENDENT_REPORTERS_MIN] ?? people} people who met them independently reported them.`
}

/** Share of breaches among decided jobs: '2 of 3 decided (67%)', or 'None decided yet'. */
export const breachWords = ({ decided, breaches }: { decided: number; breaches: number }): string =>
  decided === 0 ? 'None decided yet' : `${breaches} of ${decided} decided (${Math.round((100 * breaches) / decided)}%)`
