import { expect, test } from '@jest/globals'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { SectionIndex } from '../../../src/features/settings/section-index.js'

const render = (unsaved: ReadonlySet<'limits'> = new Set()) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <SectionIndex current="safety" unsaved={unsaved} />
    </MemoryRouter>,
  )

test('marks only the current section', () => {
  expect(render().match(/<a [^>]*aria-current="page"[^>]*>/g)).toEqual([
    expect.stringContaining('href="/settings#safety"'),
  ])
})

test('says which section has changes that are not saved', () => {
  expect(render()).not.toContain('not saved yet')
  expect(render(new Set(['limits']))).toMatch(/Limits<span[^>]*><span[^>]*>\(not saved yet\)/)
})
