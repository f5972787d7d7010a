import { KlaError } from '@kla/chassis'
import { chainAt } from '../../domain/audit/chain.js'
import { audited, type ModerationHandlers } from '../dependencies.js'
import type { AuditDependencies } from './dependencies.js'

export const verifyAudit =
  ({ verify, audit, now }: Pick<AuditDependencies, 'verify' | 'audit' | 'now'>): ModerationHandlers['verifyAudit'] =>
  async (request, call) => {
    const administrator = await call.administrator('audit.read')
    const fromSeq = request.fromSeq || 1
    if (!Number.isSafeInteger(fromSeq) || fromSeq < 1) throw new KlaError('INVALID_FIELD')
    const grave = administrator.permissions.includes('reports.grave')
    const { last, done, fault } = await verify({ fromSeq, grave })
    await audit.record({
      ...audited(administrator, call, now),
      action: 'audit.verify',
      subjectKind: '',
      subjectId: '',
      details: JSON.stringify({ from: fromSeq, to: last.seq, fault: fault?.kind ?? null }),
      // The number of a restricted entry says that there are so many.
      restricted: chainAt(last.seq) === 'restricted',
    })
    return {
      checkedTo: last.seq,
      done,
      faultSeq: fault?.seq ?? 0,
      fault: fault?.kind ?? '',
      headHash: Buffer.from(last.hash).toString('hex'),
    }
  }
