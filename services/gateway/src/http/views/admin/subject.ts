import type { Subject } from '@kla/proto'
import type { SubjectView } from '@kla/proto/web'
import { isoOf, textOrNull } from '../values.js'
import { banView } from './bans.js'
import { reportView } from './reports.js'

export const subjectView = (subject: Subject): SubjectView => ({
  id: subject.accountId,
  username: subject.username,
  global_name: textOrNull(subject.globalName),
  discord_id: subject.discordId,
  avatar: textOrNull(subject.avatar),
  create_time: isoOf(subject.createdAtMs),
  reports_about: subject.reportsAbout.map(reportView),
  reports_by: subject.reportsBy.map(reportView),
  bans: subject.bans.map(banView),
  totals: {
    reports_about: subject.reportsAboutTotal,
    reports_by: subject.reportsByTotal,
    bans: subject.bansTotal,
    tickets: subject.ticketsTotal,
  },
})
