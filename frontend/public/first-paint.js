// Shows a screen as it looks before anything is known (app/first-paint.tsx), until its scripts are there, and the question of
// age over it to whoever has not answered that yet. Not to who comes back into a room: there no other screen is shown.
;(() => {
  const LANDING = '/'
  const INVITATION = '/join-room'

  const kept = (kind, key) => {
    try {
      return window[kind].getItem(key)
    } catch {
      // Site data may be blocked.
      return null
    }
  }

  // Until the scripts are there (lib/browser/typefaces.ts).
  if (kept('localStorage', 'typefaces-fetched') === null) document.documentElement.dataset.typefaces = 'later'

  const { pathname, search } = location
  const content = document.querySelector(`template[data-path="${CSS.escape(pathname)}"]`)?.content
  if (content) document.head.append(...content.querySelectorAll('link'))

  const place = document.getElementById('root')
  const adult = kept('localStorage', 'age-confirmed') === 'true'
  const seated = kept('sessionStorage', 'kla-room') !== null
  const broken = pathname === INVITATION && !new URLSearchParams(search).get('room')
  // Live screens wait for the answer.
  if (content && !seated && !broken && (adult || pathname === LANDING)) place.append(content)
  if (!adult) place.append(document.getElementById('age-gate').content)
})()
