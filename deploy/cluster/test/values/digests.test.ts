import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { CHART, containersOf, ROOT } from '@kla/cluster'
import { complaintAbout, describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

const DIGEST = `sha256:${'b'.repeat(64)}`
const { files } = valueSet('gateway-api')

test('digests may be given for exactly the images that are built', () => {
  const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')) as {
    properties: { images: { properties: { digests: { propertyNames: { enum: string[] } } } } }
  }
  const images = JSON.parse(readFileSync(`${ROOT}deploy/docker/images.json`, 'utf8')) as object
  expect(schema.properties.images.properties.digests.propertyNames.enum.sort()).toEqual(Object.keys(images).sort())
})

describeWithHelm('images.digests', () => {
  testWithHelm('pins every container of an image, and no other', async () => {
    const set = [`images.digests.auth=${JSON.stringify(DIGEST)}`, `images.digests.web=${JSON.stringify(DIGEST)}`]
    const { workloads } = await rendered(files, set)
    const images = workloads.flatMap(containersOf).map(({ image }) => image)
    const pinned = images.filter((image) => image.endsWith(`@${DIGEST}`))
    expect(pinned).toEqual(images.filter((image) => /kla\/(auth|web):/.test(image)))
    expect(pinned.length).toBeGreaterThan(3)
  })

  testWithHelm('refuses an unknown image and what is no digest', async () => {
    expect(await complaintAbout(files, [`images.digests.lobby=${JSON.stringify(DIGEST)}`])).toMatch(/lobby/)
    expect(await complaintAbout(files, ['images.digests.auth="sha256:short"'])).toMatch(/digests/)
  })
})
