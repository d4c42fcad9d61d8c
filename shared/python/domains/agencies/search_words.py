"""Words by which people find a service of the catalog."""

from domains.agencies.catalog import Offer
from domains.reference.everyday_words import get_category_words, join_synonyms, join_words


def join_search_words(offer: Offer) -> str:
    """Return the words of a service, its agency, and its forms in both languages, with everyday synonyms.

    Each word follows a blank, without case and accents.
    """
    service = offer.service
    texts = (
        service.name,
        service.description,
        offer.agency.name,
        *(form.name for form in service.application_forms),
    )
    words = join_words(*(f"{text.en} {text.es}" for text in texts))
    words += join_synonyms(words) + join_words(get_category_words(service.category))
    return " ".join(dict.fromkeys(words.split(" ")))
