import { describe, expect, test } from '@jest/globals'
import { createArrival, type OpenedPage } from '../../../src/entities/room/arrival.js'

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
      createArrival({
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
const goesOn = (page: Partial<OpenedPage>, tab = openTab()) => tab.open(page).goesOnByItself('default')

describe('an invitation', () => {
  test('goes on by itself when the server saw that the person opened it', () => {
    expect(goesOn({ marked: true })).toBe(true)
  })

  test('waits for a press when another site opened it, or nobody knows who', () => {
    expect(goesOn({ marked: false })).toBe(false)
  })

  test.each(['reload', 'back_forward', 'prerender', 'unknown'])('waits for a press after %s, whatever the mark says', (navigation) => {
    expect(goesOn({ marked: true, navigation })).toBe(false)
  })

  test('goes on after a reload of a page that the person opened', () => {
    const tab = openTab()
    tab.open({ marked: true })
    expect(goesOn({ navigation: 'reload' }, tab)).toBe(true)
    expect(goesOn({ navigation: 'reload' }, tab)).toBe(true)
  })

  test('waits after a reload of a page that another site opened, even if the person had opened the same one before', () => {
    const tab = openTab()
    tab.open({ marked: true })
    tab.open({ marked: false })
    expect(goesOn({ marked: true, navigation: 'reload' }, tab)).toBe(false)
  })

  test('waits when another site leads back to what the person had opened', () => {
    const tab = openTab()
    tab.open({ marked: true })
    expect(goesOn({ marked: true, navigation: 'back_forward' }, tab)).toBe(false)
  })

  test('goes on when these pages led to it, whoever opened the first of them', () => {
    expect(openTab().open({ address: '/cups/1' }).goesOnByItself('k3y')).toBe(true)
  })

  test('waits when another site only adds a fragment to the address', () => {
    expect(openTab().open({ entry: 'k3y' }).goesOnByItself('default')).toBe(false)
  })
})

describe('after the login', () => {
  const throughLogin = (first: Partial<OpenedPage>, backTo: string, elapsedMs = 60_000) => {
    const tab = openTab()
    const page = tab.open(first)
    if (page.goesOnByItself('default')) page.comesBackTo(backTo)
    tab.pass(elapsedMs)
    return goesOn({}, tab)
  }

  test('an invitation goes on by itself if it would have before', () => {
    expect(throughLogin({ marked: true }, INVITATION)).toBe(true)
    expect(throughLogin({ marked: false }, INVITATION)).toBe(false)
  })

  test('another invitation does not', () => {
    expect(throughLogin({ marked: true }, '/join-room?room=other')).toBe(false)
  })

  test('it does not when the login takes longer than logins may', () => {
    expect(throughLogin({ marked: true }, INVITATION, 600_001)).toBe(false)
  })

  test('it does so once', () => {
    const tab = openTab()
    tab.open({ marked: true }).comesBackTo(INVITATION)
    expect(goesOn({}, tab)).toBe(true)
    expect(goesOn({}, tab)).toBe(false)
  })

  test('any page of ours in between ends it', () => {
    const tab = openTab()
    tab.open({ marked: true }).comesBackTo(INVITATION)
    tab.open({ address: '/news', marked: true })
    expect(goesOn({}, tab)).toBe(false)
  })
})

describe('a seat that this tab held', () => {
  test.each<[Partial<OpenedPage>, boolean]>([
    [{ navigation: 'reload' }, true],
    [{ marked: true }, true],
    [{ marked: false }, false],
    [{ marked: true, navigation: 'back_forward' }, false],
  ])('on %j is taken again by itself: %s', (page, resumes) => {
    expect(openTab().open({ address: '/gameroom', ...page }).resumes()).toBe(resumes)
  })
})

test.each(['nonsense', '[]', '7', 'null', '{"address":1}'])('does not believe what is kept as %s', (text) => {
  const tab = openTab()
  tab.kept.set('opened-by-person', text)
  expect(goesOn({ navigation: 'reload' }, tab)).toBe(false)
})
