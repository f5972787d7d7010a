import { describe, expect, test } from '@jest/globals'
import { createPageEntry, type OpenedPage } from '../../../src/entities/room/page-entry.js'

const INVITATION = '/join-room?room=r1'

/** One tab, in which pages of ours are opened one after the other. */
function openTab() {
  const kept = new Map<string, string>()
  let now = 1_000_000
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return {
    kept,
    pass: (ms: number) => (now += ms),
    open: (page: Partial<OpenedPage>) =>
      createPageEntry({
        address: INVITATION,
        marked: false,
        navigation: 'navigate',
        entry: 'default',
        memory,
        now: () => now,
        ...page,
      }),
  }
}
const goesOn = (page: Partial<OpenedPage>, tab = openTab()) => tab.open(page).opensWithoutPress('default')

describe('invitation', () => {
  test('proceeds automatically when the server saw that the player opened it', () => {
    expect(goesOn({ marked: true })).toBe(true)
  })

  test('waits for a press when another site opened it or the origin is unknown', () => {
    expect(goesOn({ marked: false })).toBe(false)
  })

  test.each(['reload', 'back_forward', 'prerender', 'unknown'])(
    'waits for a press after %s, whatever the mark says',
    (navigation) => {
      expect(goesOn({ marked: true, navigation })).toBe(false)
    },
  )

  test('proceeds after a reload of a page that the player opened', () => {
    const tab = openTab()
    tab.open({ marked: true })
    expect(goesOn({ navigation: 'reload' }, tab)).toBe(true)
    expect(goesOn({ navigation: 'reload' }, tab)).toBe(true)
  })

  test('waits after a reload of a page that another site opened, even if the player had opened it before', () => {
    const tab = openTab()
    tab.open({ marked: true })
    tab.open({ marked: false })
    expect(goesOn({ marked: true, navigation: 'reload' }, tab)).toBe(false)
  })

  test('waits when another site leads back to what the player had opened', () => {
    const tab = openTab()
    tab.open({ marked: true })
    expect(goesOn({ marked: true, navigation: 'back_forward' }, tab)).toBe(false)
  })

  test('proceeds when pages of this site led to it, even if another site opened the first one', () => {
    expect(openTab().open({ address: '/cups/1' }).opensWithoutPress('k3y')).toBe(true)
  })

  test('waits when another site only adds a fragment to the address', () => {
    expect(openTab().open({ entry: 'k3y' }).opensWithoutPress('default')).toBe(false)
  })
})

describe('after the login', () => {
  const throughLogin = (first: Partial<OpenedPage>, backTo: string, elapsedMs = 60_000) => {
    const tab = openTab()
    const page = tab.open(first)
    if (page.opensWithoutPress('default')) page.allowReturnTo(backTo)
    tab.pass(elapsedMs)
    return goesOn({}, tab)
  }

  test('lets an invitation proceed that would have proceeded before', () => {
    expect(throughLogin({ marked: true }, INVITATION)).toBe(true)
    expect(throughLogin({ marked: false }, INVITATION)).toBe(false)
  })

  test('does not let another invitation proceed', () => {
    expect(throughLogin({ marked: true }, '/join-room?room=other')).toBe(false)
  })

  test('does not proceed when the login took too long', () => {
    expect(throughLogin({ marked: true }, INVITATION, 600_001)).toBe(false)
  })

  test('proceeds only once', () => {
    const tab = openTab()
    tab.open({ marked: true }).allowReturnTo(INVITATION)
    expect(goesOn({}, tab)).toBe(true)
    expect(goesOn({}, tab)).toBe(false)
  })

  test('is cancelled by any page of ours in between', () => {
    const tab = openTab()
    tab.open({ marked: true }).allowReturnTo(INVITATION)
    tab.open({ address: '/news', marked: true })
    expect(goesOn({}, tab)).toBe(false)
  })
})

describe('seat held by this tab', () => {
  test.each<[Partial<OpenedPage>, boolean]>([
    [{ navigation: 'reload' }, true],
    [{ marked: true }, true],
    [{ marked: false }, false],
    [{ marked: true, navigation: 'back_forward' }, false],
  ])('on %j is resumed without a press: %s', (page, resumes) => {
    expect(
      openTab()
        .open({ address: '/gameroom', ...page })
        .resumes(),
    ).toBe(resumes)
  })
})

test.each(['nonsense', '[]', '7', 'null', '{"address":1}'])('ignores the stored value %s', (text) => {
  const tab = openTab()
  tab.kept.set('opened-by-person', text)
  expect(goesOn({ navigation: 'reload' }, tab)).toBe(false)
})
