"""Run in the kernel before a lecture: figures at the size of their slide, and tables as tables."""

import builtins
import re
import textwrap

import matplotlib.pyplot as plt
import pandas as pd
from IPython import get_ipython
from IPython.display import HTML, display

SMALLEST, WIDE, BESIDE = 13.5, (11, 3.9), (6.6, 4.9)  # points; inches
print_text, frame_text = builtins.print, pd.DataFrame.to_string


def enlarge():
    "The open figures for a slide: `#| slide: wide` or `beside` decides, else their own shape does."
    told = re.findall(r"#\| slide: (\w+)", get_ipython().user_ns["In"][-1])
    for number in plt.get_fignums():
        fig = plt.figure(number)
        width, height = fig.get_size_inches()
        wide = "wide" in told or ("beside" not in told and width / height >= 2.3)
        fig.set_size_inches(*(WIDE if wide else BESIDE))
        for text in fig.findobj(lambda artist: hasattr(artist, "set_fontsize")):
            text.set_fontsize(max(SMALLEST, text.get_fontsize()))
        for ax in fig.axes:
            if "\n" not in ax.get_xlabel() and len(ax.get_xlabel()) > (85 if wide else 50):
                ax.set_xlabel(textwrap.fill(ax.get_xlabel(), 80 if wide else 48))
        for line in (line for ax in fig.axes for line in ax.lines):
            line.set_linewidth(1.5 * line.get_linewidth())
            line.set_markersize(1.4 * line.get_markersize())
        fig.set_layout_engine("tight")


class Table(str):
    "The text of a frame, with its HTML."


def to_string(frame, *args, **options):
    text = Table(frame_text(frame, *args, **options))
    text.html = frame.to_html(index=options.get("index", True), border=0)
    return text


def print_for_slides(*values, **options):
    "Frames and series as tables, everything else as text."
    if len(values) == 1 and isinstance(values[0], pd.Series):
        display(HTML(values[0].to_frame(values[0].name or "").to_html(border=0)))
    elif len(values) == 1 and isinstance(values[0], pd.DataFrame):
        display(HTML(values[0].to_html(border=0)))
    elif len(values) == 1 and isinstance(values[0], Table):
        display(HTML(values[0].html))
    else:
        print_text(*values, **options)


pd.DataFrame.to_string = to_string
get_ipython().user_ns["print"] = print_for_slides
get_ipython().events.register("post_execute", enlarge)  # before the figures are shown
get_ipython().run_line_magic("matplotlib", "inline")
get_ipython().run_line_magic("config", "InlineBackend.figure_formats = ['svg']")
