import { expect, test } from '@jest/globals'
import { renderToStaticMarkup } from 'react-dom/server'
import { toSession } from '../../../src/entities/session/session-api.js'
import { AccountPanel } from '../../../src/features/settings/account-panel.js'

const render = (shown_as: 'player' | 'discord') => {
  const username = shown_as === 'player' ? 'Calm Otter 42' : 'vera.k'
  const named = { shown_as, player_name: 'Calm Otter 42', global_name: 'Vera', discord_username: 'vera.k' }
  const { user } = toSession({ id: 7, username, discord_id: '11', ...named })!
  const markup = renderToStaticMarkup(<AccountPanel user={user} />)
  return Object.fromEntries(
    [...markup.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, name, value]) => [
      name,
      value!.replace(/<[^>]+>/g, '|'),
    ]),
  )
}

test('tells the player name from the Discord name, and which one others see', () => {
  expect(render('player')).toEqual({
    'Player name': 'Calm Otter 42|Others see this|',
    'Discord name': 'Vera',
    'Discord username': 'vera.k',
    'Discord ID': '11',
  })
  expect(render('discord')).toMatchObject({ 'Player name': 'Calm Otter 42', 'Discord name': 'Vera|Others see this|' })
})
