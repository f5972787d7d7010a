import { expect, test } from '@jest/globals'
import { renderToStaticMarkup } from 'react-dom/server'
import { MomentField } from '../../../src/console/kit/moments.js'

const draw = (value: string) =>
  renderToStaticMarkup(<MomentField label="Start" zone="Europe/Berlin" value={value} onChange={() => undefined} />)

test('a moment field asks which one is meant when a time comes twice', () => {
  const asking = draw('2026-10-25T02:30')
  expect(asking).toContain('Before the clocks go back (UTC+02:00)')
  expect(asking).toContain('After the clocks go back (UTC+01:00)')
  const chosen = draw('2026-10-25T02:30+01:00')
  expect(chosen).toContain('value="2026-10-25T02:30"')
  expect(chosen).toMatch(/<option value="\+01:00" selected=""/)
})

test('a moment field asks nothing about an ordinary time', () => {
  expect(draw('2026-10-25T04:30')).not.toContain('<select')
})
