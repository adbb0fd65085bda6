/** The media type of a document that is a conversation. Its bytes are the model of contracts/conversation.ts as JSON. */
export const conversationType = 'application/vnd.affiant.conversation+json'
