export const LANGUAGES = { en: { name: 'English', words: {} }, de: { name: 'Deutsch', words: {} } };
