import { KlaError } from '@kla/chassis'
import type { PutReportStateRequest, ReserveEvidenceRequest } from '@kla/proto'
import type { Clients } from '../../src/shared/clients.js'

/** What moderation knows of evidence: places for stills, and what becomes of reports, guarded by versions. */
export class FakeEvidence {
  readonly reserved: ReserveEvidenceRequest[] = []
  /** Of every report, whether a place was reserved or not. */
  readonly states = new Map<number, PutReportStateRequest>()
  /** All that arrived, also what was out of date. */
  readonly put: PutReportStateRequest[] = []
  content: 'none' | 'stills' | 'patches' = 'stills'
  answers = true
  /** Of a state that arrives: lost before it is done, or done and its answer lost. */
  fault: (reportId: number) => 'before' | 'after' | undefined = () => undefined
  /** Of one report; more are refused. */
  placesMax = Infinity

  readonly client: Clients['evidence'] = {
    reserveEvidence: async (request) => {
      if (!this.answers) throw new KlaError('UNAVAILABLE')
      if (this.reserved.filter(({ reportId }) => reportId === request.reportId).length >= this.placesMax) {
        throw new KlaError('RATE_LIMITED')
      }
      this.reserved.push(request)
      if (this.content === 'none') return { token: '', untilMs: 0, content: '' }
      return { token: `token ${this.reserved.length}`, untilMs: 600_000, content: this.content }
    },
    putReportState: async (request) => {
      const fault = this.answers ? this.fault(request.reportId) : 'before'
      if (fault === 'before') throw new KlaError('UNAVAILABLE')
      this.put.push(request)
      if (request.version > (this.states.get(request.reportId)?.version ?? 0))
        this.states.set(request.reportId, request)
      if (fault === 'after') throw new KlaError('UNAVAILABLE')
      return {}
    },
  }
}
