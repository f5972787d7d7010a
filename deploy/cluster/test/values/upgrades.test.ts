import { expect, test } from '@jest/globals'
import { readValueKeys, valueKeysFile } from '@kla/cluster'
import { complaintAbout, describeWithHelm, testWithHelm, valueSet } from '../with-helm.js'

test('files/value-keys.yaml lists the values of values.yaml (npm run renders)', async () => {
  const list = await valueKeysFile()
  expect(await readValueKeys()).toBe(list)
  for (const path of [
    'migrations.podLabels',
    'defaults.shutdown.graceSeconds',
    'services.evidence',
    'ingress.annotations',
  ])
    expect(list).toContain(`- ${path}\n`)
})

describeWithHelm('an upgrade with --reuse-values', () => {
  const { files } = valueSet('gateway-api')

  // Helm takes null for a value that is not there, as a newer one is with the values of an older release.
  testWithHelm.each([
    'migrations.podLabels',
    'evidence',
    'identities.certManager',
    'defaults.autoscaling.scaleDown',
    'services.evidence',
    'media.directConnections',
    'networkPolicies.mail',
  ])('says in a sentence that %s is new', async (path) => {
    const said = await complaintAbout(files, [`${path}=null`])
    expect(said).toContain(`values: ${path}`)
    expect(said).toMatch(/is missing, .*--reuse-values.*--reset-then-reuse-values/)
    expect(said).not.toMatch(/nil pointer/)
  })
})
