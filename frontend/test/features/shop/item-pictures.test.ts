import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { CATALOGUE } from '@kla/proto/web'
import { contrast } from '../../styles/contrast.js'

const GROUND = '#0e0a12'
const pictureOf = (path: string) => readFileSync(new URL(`../../../public${path}`, import.meta.url), 'utf8')

test.each(CATALOGUE)('$name has a picture in its colour among the public files', ({ image, color }) => {
  const picture = pictureOf(image)
  expect(picture).toContain(color)
  // It shows shapes and fetches nothing.
  expect(picture).not.toMatch(/<image|<script|href|url\(/)
  expect(contrast(color, GROUND)).toBeGreaterThanOrEqual(3)
})
