"What a report says of three algorithms, and that nothing in it can break a page."
from dataclasses import replace

import clfcompare as cc
import numpy as np
import pandas as pd
import pytest
from clfcompare.inference.checks import Finding
from clfcompare.report.report import html_page


@pytest.fixture(scope='module')
def report():
    values = np.random.default_rng(3).normal([0.2, 0.24, 0.3], 0.03, (14, 3))
    return cc.compare(cc.scores_from_wide(pd.DataFrame(values, columns=['one', 'two', 'three']), measure='error', better='lower'))


def test_the_pairs_of_three_algorithms_are_told(report):
    assert '3 comparisons' in report.text and 'these pairs differ' in report.text
    for row in report.pairs.comparisons.itertuples():
        told = f'{row.a} and {row.b}' in report.pairs.decision(0.05)
        assert told is bool(row.pvalue_adjusted <= 0.05)


BAD = '<script>alert("&")</script>'


def test_findings_and_titles_are_escaped(report):
    finding = Finding(code='CC999', title=BAD, what=BAD, do=BAD)
    page = replace(report, findings=(finding,)).to_html()
    assert 'CC999' in page and '<script' not in page and '&lt;script&gt;' in page
    assert '<script' not in html_page(BAD, ['<p>text</p>']) and '<p>text</p>' in html_page(BAD, ['<p>text</p>'])


def test_names_are_escaped_everywhere():
    values = {BAD: [0.1, 0.2, 0.4], 'a_b&%$#{}~^\\': [0.2, 0.3, 0.6], 'c': [0.4, 0.1, 0.3]}
    made = cc.compare(cc.scores_from_wide(pd.DataFrame(values, index=['x', BAD, 'z']), measure='error', better='lower'))
    assert '<script' not in made.to_html() + made._repr_html_() and '<script' not in made.pairs._repr_html_()
    assert r'a\_b\&\%\$\#\{\}' in made.to_latex()
