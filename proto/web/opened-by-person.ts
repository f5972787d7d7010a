/**
 * The name of a `meta` element with which the gateway marks a page that the person opened: by its address, an app or a press on
 * a page of ours. What leads into a room or before a camera by its address alone goes on by itself only on a page with the
 * mark. A page without it was opened by another site, or nobody knows by whom, and waits for a press.
 */
export const OPENED_BY_PERSON = 'kla-opened-by-person'
