import type { Page } from 'playwright-core'

/**
 * Acts like a browser's translation: replaces every text, also later ones, by a copy in two `font` elements. The words
 * stay, so that tests find them.
 */
export const translatePage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const left = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'NOSCRIPT', 'FONT'])
    const translate = (text: Text) => {
      const place = text.parentElement
      if (!place || left.has(place.nodeName) || !text.data.trim() || place.closest('[translate=no], .notranslate'))
        return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.append(text.data)
      outer.append(inner)
      place.replaceChild(outer, text)
    }
    const translateAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(translate)
    }
    translateAll(document.body)
    document.documentElement.classList.add('translated-ltr')
    const later = new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'characterData') translate(target as Text)
        for (const node of addedNodes) {
          if (node instanceof Text) translate(node)
          else translateAll(node)
        }
      }
    })
    later.observe(document.body, { childList: true, subtree: true, characterData: true })
  })

/**
 * Acts like extensions: wraps texts (dictionaries, highlighters), puts icons beside fields (password managers) and into
 * buttons, also later ones.
 */
export const extendPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const OWN = 'of-an-extension'
    const left = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'NOSCRIPT', 'OPTION', 'TITLE'])
    const wrap = (text: Text) => {
      const place = text.parentElement
      if (!place || left.has(place.nodeName) || !text.data.trim() || place.className === OWN) return
      const wrapper = document.createElement('span')
      wrapper.className = OWN
      place.replaceChild(wrapper, text)
      wrapper.append(text)
    }
    const icon = () => Object.assign(document.createElement('i'), { className: OWN, hidden: true })
    const extend = (root: Element) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(wrap)
      for (const element of [root, ...root.querySelectorAll('*')]) {
        if (element.matches('input, textarea') && element.nextElementSibling?.className !== OWN) element.after(icon())
        if (element.matches('button, p, li') && element.firstElementChild?.className !== OWN) element.prepend(icon())
      }
    }
    extend(document.body)
    const later = new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof Text) wrap(node)
        else if (node instanceof Element && node.className !== OWN) extend(node)
      }
    })
    later.observe(document.body, { childList: true, subtree: true })
  })
