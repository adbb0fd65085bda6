/**
 * What firms put below every message, in their language and not in the writer's: that it is confidential, and what to do where
 * it came to somebody else. Told by how such a paragraph begins.
 */

const mail = `(?:e-?mail(?:bericht)?|message|communication|transmission)`
const post = `(?:e-?mail|mail|nachricht)`
const message = `(?:message|courriel|courrier|mail|e-?mail)`
const mensaje = `(?:mensaje|correo|e-?mail)`
const bericht = `(?:e-?mail(?:bericht)?|bericht)`
/** Words of the same sentence, or of the next. */
const soon = '[^]{0,200}?'

const beginnings = [
  // English
  'confidentiality (?:notice|statement)|legal (?:notice|disclaimer)|disclaimer:',
  String.raw`this ${mail}\b${soon}\b(?:confidential|privileged|intended (?:only|solely|exclusively|for))\b`,
  String.raw`(?:the )?information (?:contained |transmitted )?in this ${mail}\b`,
  `if you (?:are not the (?:intended|named) (?:recipient|addressee)|(?:have )?received? this ${mail}${soon}in error)`,
  // German
  'vertraulichkeitshinweis|haftungsausschluss|rechtlicher hinweis',
  String.raw`diese ${post}\b${soon}\b(?:vertraulich|rechtlich geschützt|ausschließlich für)`,
  String.raw`(?:der inhalt dieser|die in dieser) ${post}\b${soon}\b(?:vertraulich|ausschließlich|enthaltenen informationen)`,
  `(?:wenn|falls|sollten) sie (?:nicht der (?:richtige|beabsichtigte|vorgesehene)|diese ${post} (?:irrtümlich|versehentlich))`,
  // French
  'avis (?:de confidentialité|juridique)',
  String.raw`cet? ${message}${soon}\b(?:confidentiel|exclusive|exclusif|strictement réservé)`,
  `les informations contenues dans cet? ${message}`,
  `si vous (?:n['’]êtes pas (?:le|un) destinataire|avez reçu cet? ${message}${soon}par erreur)`,
  // Spanish
  'aviso (?:legal|de confidencialidad)|cláusula de confidencialidad',
  String.raw`este ${mensaje}${soon}\b(?:confidencial|exclusiv)`,
  `la información contenida en este ${mensaje}`,
  `si (?:usted )?(?:no es (?:usted )?el destinatario|ha recibido este ${mensaje}${soon}por error)`,
  // Dutch
  String.raw`(?:dit|deze) ${bericht}\b${soon}\b(?:vertrouwelijk|uitsluitend bestemd)`,
  String.raw`de informatie (?:verzonden |opgenomen )?in (?:dit|deze) ${bericht}\b`,
  `(?:indien|als) u (?:niet de (?:geadresseerde|beoogde ontvanger)|(?:dit|deze) ${bericht}${soon}(?:ten onrechte|abusievelijk))`,
]
const beginning = new RegExp(String.raw`^[^\p{L}]*(?:${beginnings.join('|')})`, 'iu')

/** Longer paragraphs say something else as well. */
const maxChars = 3_000

/** Whether a paragraph, its lines joined by spaces, is one of these. */
export const isDisclaimer = (paragraph: string): boolean =>
  paragraph.length <= maxChars && beginning.test(paragraph)
