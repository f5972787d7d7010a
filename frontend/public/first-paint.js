// Shows the lobby as it looks before anything is known (app/first-paint.tsx), until its scripts are there. Not to somebody
// who has not said yet to be of age, nor to who comes back into a room.
;(() => {
  const LOBBY = '/gameroom'

  const kept = (kind, key) => {
    try {
      return window[kind].getItem(key)
    } catch {
      // Site data may be blocked.
      return null
    }
  }

  if (location.pathname !== LOBBY) return
  const { content } = document.getElementById('first-paint')
  document.head.append(...content.querySelectorAll('link'))
  if (kept('localStorage', 'age-confirmed') !== 'true' || kept('sessionStorage', 'kla-room') !== null) return
  document.getElementById('root').append(content)
})()
