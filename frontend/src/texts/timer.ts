import { catalogue } from '../shared/texts/catalogue.js'

export const TIMER = catalogue({
  paused: 'Paused while the video reconnects',
  label:
    '{seconds, plural, one {# second} other {# seconds}} {phase, select, prompt {to pick} show {on show} vote {to vote} result {left} other {}}',
  labelPaused:
    '{seconds, plural, one {# second} other {# seconds}} {phase, select, prompt {to pick} show {on show} vote {to vote} result {left} other {}}. Paused while the video reconnects',
})

/** Stand beside the number of seconds. */
export const TIMER_PHASES = catalogue({
  prompt: 'to pick',
  show: 'on show',
  vote: 'to vote',
  result: 'left',
})

export const TIMER_URGENCY = catalogue({ warning: 'Half left', alert: 'Hurry' })
