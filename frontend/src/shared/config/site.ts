/** Facts about the site that texts name. */
export const SITE_NAME = 'Kla'
/** Terms and privacy: specification of the player experience, section 9. */
export const POLICIES_EFFECTIVE = '09/28/2025'
/** Where somebody under age is sent. */
export const SEARCH_ENGINE = 'https://www.google.com/'
