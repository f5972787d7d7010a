import { auditCases } from './audit-cases.js'
import { banCases } from './ban-cases.js'
import type { Case } from './case.js'
import { memberCases } from './member-cases.js'
import { reportCases } from './report-cases.js'
import type { Seeded } from './size.js'
import { ticketCases } from './ticket-cases.js'

/** Everything that the console asks for. */
export const casesOf = (seeded: Seeded, nowMs: number): Case[] => [
  ...reportCases(seeded),
  ...ticketCases(seeded),
  ...banCases(seeded),
  ...memberCases(seeded),
  ...auditCases(seeded, nowMs),
]
