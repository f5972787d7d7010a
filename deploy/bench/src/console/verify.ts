import type { AuditVerification } from '@kla/proto/web'

/** Checks the whole audit log, stretch by stretch, as the console does. */
export async function verifyAll(url: string, token: string): Promise<string> {
  const startedAt = performance.now()
  let stretches = 0
  for (let from = 1; ; stretches++) {
    const response = await fetch(`${url}/admin/audit/verify?from=${from}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`${response.status} from the verification: ${await response.text()}`)
    const { checked_to: to, done, fault } = (await response.json()) as AuditVerification
    if (fault) return `entry ${fault.seq} of the audit log is ${fault.what}`
    if (done) {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      return `the audit log is whole, checked in ${stretches + 1} stretches and ${seconds} s`
    }
    from = to + 1
  }
}
