import type { Page } from 'playwright-core'

/** Screen of a build in the pseudo language, by what is wrong with its texts. */
export interface TextFaults {
  /** Texts that no catalogue translates. */
  readonly outside: string[]
  /** Texts that do not fit where they stand, with the width of the screen. */
  readonly cut: string[]
}

/**
 * Lists texts of a page in the pseudo language that are still in English, or that are cut because they are longer.
 * `replaced`: letters that the language does not have. `allowed`: what players wrote, names and other data, which stay as
 * they are.
 */
export const textFaults = (page: Page, replaced: string, allowed: RegExp): Promise<TextFaults> =>
  page.evaluate(
    ([letters, given]) => {
      const english = new RegExp(`[${letters}]`, 'i')
      const spared = new RegExp(given, 'gi')
      const isEnglish = (text: string | null): text is string => text !== null && english.test(text.replace(spared, ''))
      const short = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, 80)
      const outside = new Set<string>()
      const cut = new Set<string>()
      const isSeen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.getBoundingClientRect().width > 1
      /** Whether an element is in something that scrolls sideways, as it may then be wider than the screen. */
      const scrolls = (element: Element): boolean => {
        for (let at: Element | null = element; at; at = at.parentElement)
          if (/auto|scroll/.test(getComputedStyle(at).overflowX) && at.scrollWidth > at.clientWidth) return true
        return false
      }
      /** Name of the nearest ancestor that hides a part of the box, if one does. */
      const hider = (element: Element, box: DOMRect): string | null => {
        for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
          const { overflowX, overflowY, position } = getComputedStyle(at)
          const frame = at.getBoundingClientRect()
          if (/hidden|clip/.test(overflowX) && (box.left < frame.left - 1 || box.right > frame.right + 1))
            return `${at.tagName}.${at.className}`
          if (/hidden|clip/.test(overflowY) && (box.top < frame.top - 2 || box.bottom > frame.bottom + 2))
            return `${at.tagName}.${at.className}`
          if (/auto|scroll/.test(overflowY) || position === 'fixed') return null
        }
        return null
      }
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement
        const text = node.textContent
        if (!element || !text?.trim() || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName)) continue
        if (isEnglish(text)) outside.add(short(text))
        if (!isSeen(element) || !/[⟦⟧]/.test(text) || element.closest('.visually-hidden')) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const box = range.getBoundingClientRect()
        if ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(element)) cut.add(`screen: ${short(text)}`)
        const by = hider(element, box)
        if (by !== null) cut.add(`${by}: ${short(text)}`)
      }
      for (const element of document.querySelectorAll('body *'))
        for (const name of ['aria-label', 'alt', 'placeholder', 'title', 'aria-valuetext', 'aria-roledescription'])
          if (isEnglish(element.getAttribute(name))) outside.add(`${name}=${short(element.getAttribute(name)!)}`)
      if (isEnglish(document.title)) outside.add(`title: ${document.title}`)
      if (document.documentElement.scrollWidth > innerWidth + 1) cut.add('the page scrolls sideways')
      return { outside: [...outside], cut: [...cut].map((text) => `${innerWidth}: ${text}`) }
    },
    [replaced, allowed.source] as const,
  )
