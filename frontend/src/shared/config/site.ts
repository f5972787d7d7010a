export const SITE_NAME = 'Kla'
/** Player experience, section 9. */
export const POLICIES_EFFECTIVE = '09/28/2025'
export const SEARCH_ENGINE = 'https://www.google.com/'
