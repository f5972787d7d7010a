import type { DecisionRule, ReportCategory } from '@kla/proto/web'
import type { MeasureChoice } from './decision-draft.js'

/** A fictional case with its known answer. */
export interface TrainingCase {
  readonly id: string
  readonly title: string
  readonly category: ReportCategory
  /** What the desk would show beside the reports. */
  readonly known: string
  readonly reports: readonly { readonly by: string; readonly text: string }[]
  readonly chat: readonly { readonly by: string; readonly text: string }[]
  /** Decisions for the rule that are in force. */
  readonly earlier: number
  readonly answer: {
    /** Null: no breach, so the job is dismissed. */
    readonly breach: { readonly rule: DecisionRule; readonly step: MeasureChoice } | null
    readonly why: string
  }
}

/** Name of the reported player in each case. */
export const TRAINEE = 'Case player'

/** Cases of the training. Edit them here: every text is fictional and harmless. */
export const TRAINING_CASES: readonly TrainingCase[] = [
  {
    id: 'spam-links',
    title: 'Links in the chat',
    category: 'spam',
    known: 'Three opponents in one evening got the same message.',
    reports: [
      { by: 'Ola', text: 'Posts a link to a shop all the time.' },
      { by: 'Ben', text: 'Advertising.' },
    ],
    chat: [
      { by: TRAINEE, text: 'Cheap coins at coins.example, code NIGHT.' },
      { by: 'Ola', text: 'No thanks.' },
      { by: TRAINEE, text: 'Cheap coins at coins.example, code NIGHT.' },
    ],
    earlier: 0,
    answer: {
      breach: { rule: 'spam', step: 'warning' },
      why: 'The same advertisement went to several people. It is the first time, so the ladder begins with a warning.',
    },
  },
  {
    id: 'harassment-chat',
    title: 'Insults after a lost battle',
    category: 'harassment',
    known: 'One decision for harassment is in force, a warning of last month.',
    reports: [{ by: 'Noor', text: 'Kept insulting me although I asked them to stop.' }],
    chat: [
      { by: TRAINEE, text: 'You only won because you are pathetic.' },
      { by: 'Noor', text: 'Please stop.' },
      { by: TRAINEE, text: 'Pathetic. Everyone should know it.' },
    ],
    earlier: 1,
    answer: {
      breach: { rule: 'harassment', step: '24h' },
      why: 'They went on after being asked to stop. After one warning, the ladder goes to a ban for a day.',
    },
  },
  {
    id: 'false-report',
    title: 'A report after a defeat',
    category: 'cheating',
    known: 'The battle was decided by its votes. Nothing in its times is unusual.',
    reports: [{ by: 'Kim', text: 'They must have cheated, nobody beats me twice.' }],
    chat: [
      { by: TRAINEE, text: 'Good game!' },
      { by: 'Kim', text: 'Whatever.' },
    ],
    earlier: 0,
    answer: {
      breach: null,
      why: 'Losing is no evidence. Nothing in the battle supports the report, so it is dismissed without a measure.',
    },
  },
  {
    id: 'name-contact',
    title: 'A name that is an address',
    category: 'name',
    known: 'The player name is “write-me-at-sam.example”.',
    reports: [{ by: 'Ada', text: 'The name is a way to contact them outside.' }],
    chat: [],
    earlier: 0,
    answer: {
      breach: { rule: 'name', step: 'warning' },
      why: 'A name must not be contact data. It is the first time: warn, and the player picks another name.',
    },
  },
  {
    id: 'threat',
    title: 'A threat',
    category: 'threat',
    known: 'No earlier decision. The two met once.',
    reports: [{ by: 'Liv', text: 'They said they would find me.' }],
    chat: [
      { by: 'Liv', text: 'I am leaving now.' },
      { by: TRAINEE, text: 'Leave, and I will find out where you live and make you sorry.' },
    ],
    earlier: 0,
    answer: {
      breach: { rule: 'threats', step: '7d' },
      why: 'It names a harm and is meant to frighten. Threats begin at a ban for a week, also for the first one.',
    },
  },
  {
    id: 'self-harm',
    title: 'Someone is worried',
    category: 'self_harm',
    known: 'No method, no place and no goodbye. The player is online.',
    reports: [{ by: 'Eli', text: 'They sounded very low. I am worried about them.' }],
    chat: [
      { by: TRAINEE, text: 'I feel like no one would miss me.' },
      { by: 'Eli', text: 'I would. Are you okay?' },
    ],
    earlier: 0,
    answer: {
      breach: null,
      why: 'This is about help, not about a breach. Write the help message, then dismiss. Never ban anyone for it.',
    },
  },
  {
    id: 'baiting-reporter',
    title: 'A report by the one who began',
    category: 'harassment',
    known: 'This reporter has sent twelve reports in a month. Ten of them were dismissed.',
    reports: [{ by: 'Rex', text: 'They were rude to me, ban them.' }],
    chat: [
      { by: 'Rex', text: 'Say something stupid. Come on. You look like you do it all day.' },
      { by: TRAINEE, text: 'Leave me alone, please.' },
      { by: 'Rex', text: 'Ha, got you. Reported.' },
    ],
    earlier: 0,
    answer: {
      breach: null,
      why: 'The reported player asked to be left alone. The provocation is the reporter’s, who deserves a job of their own.',
    },
  },
  {
    id: 'unfair-ban',
    title: 'After an appeal',
    category: 'spam',
    known:
      'The player was banned for spam and appealed: they only repeated a link to warn others. The chat below is all there was.',
    reports: [{ by: 'Ola', text: 'Posted a link.' }],
    chat: [
      { by: TRAINEE, text: 'Careful, someone sends coins.example to everyone. Do not open it.' },
      { by: 'Ola', text: 'Oh, thanks.' },
    ],
    earlier: 1,
    answer: {
      breach: null,
      why: 'They warned others. There is no breach now and there was none before: dismiss, and overturn the ban in Appeals.',
    },
  },
  {
    id: 'evasion',
    title: 'A new account of a banned player',
    category: 'other',
    known: 'The old account is banned permanently for evasion of a ban. The new one is two hours old.',
    reports: [{ by: 'Ivo', text: 'Says they were banned and came back.' }],
    chat: [{ by: TRAINEE, text: 'They banned my account for good, so I made this one. Works fine.' }],
    earlier: 0,
    answer: {
      breach: { rule: 'evasion', step: 'permanent' },
      why: 'In their own words they got around a ban. The rule that counts is evasion, not the category of the report.',
    },
  },
]
