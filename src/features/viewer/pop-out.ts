/** The second window: the viewer alone, following the tab that pulled it out. */

/** The query key by which a pulled-out window knows whom to follow. */
export const followKey = 'follow'

export function openPopOut(tabId: string): void {
  window.open(
    `/overview/review-fullscreen?${followKey}=${encodeURIComponent(tabId)}`,
    `affiant-viewer-${tabId}`,
    'popup,width=1000,height=900',
  )
}
