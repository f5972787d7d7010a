import { expect, test } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { renderToStaticMarkup } from 'react-dom/server'
import { Provider } from 'react-redux'
import { NameForm } from '../../../src/entities/names/name-form.js'
import { toSession } from '../../../src/entities/session/session-api.js'
import { api } from '../../../src/shared/api/api.js'

const FIELD = 'Your player name'
const { user } = toSession({ id: 7, username: 'vera.k', shown_as: 'unchosen' })!

function createForm() {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (getDefault) => getDefault().concat(api.middleware),
  })
  const render = (): string =>
    renderToStaticMarkup(
      <Provider store={store}>
        <NameForm user={user} onKept={() => undefined} />
      </Provider>,
    )
  const suggest = (names: readonly string[]) =>
    store.dispatch(api.util.upsertQueryData('nameSuggestions' as never, undefined as never, names as never) as never)
  return { render, suggest }
}

test('does not move what is below the suggestions while they load', async () => {
  const { render, suggest } = createForm()
  expect(render()).toContain('My Discord name and avatar')
  expect(render()).not.toContain(FIELD)
  await suggest(['Calm Otter', 'Late Heron', 'Sly Finch'])
  expect(render()).toContain('Late Heron')
  expect(render()).not.toContain(FIELD)
})

test('asks for the player’s own name when none is suggested', async () => {
  const { render, suggest } = createForm()
  await suggest([])
  expect(render()).toContain(FIELD)
})
